import path from 'node:path';
import { importsOf, sourceFiles } from './sourceFiles.ts';

type Edge = readonly [from: string, to: string];
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The circles in which files of these folders import each other, those of the files' folders and of the top folders; each as `a -> b -> a`. */
export function importCircles(folders: readonly string[]): readonly string[] {
  const files = new Set(folders.flatMap(sourceFiles));
  const imports = [...files].flatMap((file) => importsOf(file).map((imported): Edge => [file, imported]));
  const within = imports.filter(([, imported]) => files.has(imported));
  return [(file: string) => file, (file: string) => path.dirname(file), topFolderOf].flatMap((roomOf) =>
    circlesIn(between(roomOf, within)),
  );
}

function topFolderOf(file: string): string {
  return file.split('/')[0] as string;
}

/** The imports from one room to another. */
function between(roomOf: (file: string) => string, edges: readonly Edge[]): readonly Edge[] {
  const rooms = edges.map(([from, to]): Edge => [roomOf(from), roomOf(to)]);
  return rooms.filter(([from, to]) => from !== to);
}

/** A shortest circle through each node that is on one, each circle once. */
export function circlesIn(edges: readonly Edge[]): readonly string[] {
  const graph = graphOf(edges);
  const circles = new Map<string, string>();
  for (const start of graph.keys()) {
    const circle = shortestCircle(graph, start);
    if (circle) circles.set(circle.toSorted().join(), [...circle, start].join(' -> '));
  }
  return [...circles.values()];
}

function graphOf(edges: readonly Edge[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

function shortestCircle(graph: Graph, start: string): readonly string[] | undefined {
  const ways = new Map([[start, [start]]]);
  for (const [node, way] of ways)
    for (const next of graph.get(node) ?? []) {
      if (next === start) return way;
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  return undefined;
}
