# One image for every role: docker run IMAGE gateway, … worker article, … migrate up.
# Health checks belong to the roles and stand in docker-compose.yml.
FROM node:20-bookworm-slim AS base
WORKDIR /counterfoil
COPY package.json package-lock.json ./

FROM base AS build
# No package of ours needs its install script (allowScripts in package.json); npm 10 would run them all.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM base AS packages
RUN npm ci --ignore-scripts --omit=dev

FROM base
# Of a container, only its own processes reach the loopback address that HOST is by default.
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps --max-old-space-size=1024" HOST=0.0.0.0
COPY --from=packages /counterfoil/node_modules node_modules/
COPY --from=build /counterfoil/dist dist/
# Without tsconfig.json, the launcher knows that there is nothing to install or compile.
COPY cli/*.js cli/
USER node
EXPOSE 8080
ENTRYPOINT ["node", "cli/counterfoil.js"]
CMD ["--help"]
