#!/usr/bin/env php
<?php

/**
 * A client of Counterfoil in one file, with what PHP 8.0 or newer has without extensions.
 *
 * In a program:
 *
 *     require 'counterfoil.php';
 *     $invoices = new Counterfoil('http://127.0.0.1:8080', $appId, $apiSecret);
 *     $article = $invoices->call('article.create', ['article_title' => 'Coffee beans']);
 *     try {
 *         $invoices->call('article.read', ['article_ident' => $article['article_ident']]);
 *     } catch (CounterfoilRefused $refused) {
 *         echo $refused->errorCode, ' ', $refused->getMessage(), "\n";
 *     }
 *
 * In a shell, with COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET set:
 *
 *     php counterfoil.php article.create '{"article_title": "Coffee beans"}'
 *     php counterfoil.php --vectors signature-vectors.json     # checks that this file signs as it should
 *
 * The exit code is 0 when the operation was done, 2 when it was refused, and 1 without an answer.
 */

declare(strict_types=1);

/** The call was not done. `errorCode` is the one of X-Svc-Error; `requestId` is in the log of the service. */
class CounterfoilError extends Exception
{
    public function __construct(
        string $message,
        public string $errorCode = '',
        public mixed $data = null,
        public string $requestId = '',
    ) {
        parent::__construct($message);
    }
}

/** The operation answered that it did nothing, and why. `data` may say more. */
class CounterfoilRefused extends CounterfoilError
{
}

/** No answer that tells the outcome. A write may have been done: repeat it with `idempotencyKey` to find out. */
class CounterfoilNoAnswer extends CounterfoilError
{
    public function __construct(string $message, public string $idempotencyKey)
    {
        parent::__construct($message);
    }
}

class Counterfoil
{
    /** No operation was run, or its outcome is unknown: the same request may be sent again. 0: no answer at all. */
    private const REPEATED = [0, 408, 429, 500, 502, 503, 504];

    /** The attempt may have run the operation, without saying so. The outcome is unknown until a repeat gets one of DEFINITE. */
    private const UNKNOWN = [0, 500, 502, 504];

    /** The status tells the outcome of all attempts, if the answer is from Counterfoil. */
    private const DEFINITE = [200, 409];

    /** `deadline` is for a call with all its repeats, `attemptTimeout` for one request, both in seconds. */
    public function __construct(
        private string $url,
        private string $appId,
        private string $apiSecret,
        private float $deadline = 30,
        private float $attemptTimeout = 15,
    ) {
    }

    /**
     * Runs an operation and returns the `data` of its answer. Repeats until the deadline while the service can't be reached or is
     * overloaded. All repeats have one idempotency key, so a write is done once. Give the key yourself if you may call again
     * after a crash of your own program.
     */
    public function call(string $operation, array|object $fields = [], ?string $idempotencyKey = null): ?array
    {
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
        $body = json_encode($fields === [] ? (object) [] : $fields, $flags);
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        $endsAt = microtime(true) + $this->deadline;
        $isUnknown = false;
        for ($attempt = 0; ; $attempt++) {
            $timeout = min($this->attemptTimeout, max(0.1, $endsAt - microtime(true)));
            [$status, $headers, $answer] = $this->send($operation, $body, $key, $timeout);
            $isRepeated = in_array($status, self::REPEATED, true);
            $envelope = self::envelope($answer);
            $isDefinite = in_array($status, self::DEFINITE, true) && $envelope !== null;
            if ($isDefinite || !$isRepeated && !$isUnknown) {
                return self::read($status, $headers, $envelope);
            }
            $said = $envelope === null ? '(not from Counterfoil)' : $headers['x-svc-error'] ?? '';
            $problem = $status === 0 ? $answer : "$status $said";
            if (!$isRepeated) {
                $text = "$operation: an attempt was not answered, and the last one: $problem; the outcome is unknown";
                throw new CounterfoilNoAnswer($text, $key);
            }
            $isUnknown = $isUnknown || in_array($status, self::UNKNOWN, true);
            $backoff = min(5.0, 0.1 * 2 ** $attempt) * (0.5 + lcg_value() / 2);
            $wait = max((float) ($headers['retry-after'] ?? 0), $backoff);
            if (microtime(true) + $wait >= $endsAt) {
                $text = "$operation was not answered within {$this->deadline} s, the last time: $problem";
                throw new CounterfoilNoAnswer($text, $key);
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** One request: its status, headers with names in lower case, and body; status 0 and the problem without an answer. */
    private function send(string $operation, string $body, string $key, float $timeout): array
    {
        $path = "/api/v1/$operation";
        $headers = [
            'Content-Type: application/json',
            'Connection: close',
            'X-Svc-Hmac: ' . self::signatureV1($this->appId, $this->apiSecret, $body),
            'X-Svc-Signature: ' . self::signatureV2($this->appId, $this->apiSecret, $operation, $body, $key, $path),
            "Idempotency-Key: $key",
        ];
        $options = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'timeout' => $timeout];
        $more = ['ignore_errors' => true, 'follow_location' => 0, 'protocol_version' => 1.1];
        $context = stream_context_create(['http' => $options + $more]);
        $http_response_header = [];
        $answer = @file_get_contents(rtrim($this->url, '/') . $path, false, $context);
        if ($answer === false || $http_response_header === []) {
            return [0, [], error_get_last()['message'] ?? 'no answer'];
        }
        $status = (int) (explode(' ', $http_response_header[0])[1] ?? 0);
        $found = [];
        foreach (array_slice($http_response_header, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $found[strtolower($name)] = trim($value);
        }
        // A connection that broke in the answer: file_get_contents returns what came, also of chunks without a length.
        $isJson = str_starts_with($found['content-type'] ?? '', 'application/json');
        $isWhole = strlen($answer) === (int) ($found['content-length'] ?? strlen($answer))
            && (!$isJson || json_decode($answer) !== null);
        return $isWhole ? [$status, $found, $answer] : [0, [], 'the answer is incomplete'];
    }

    /** Null if something else than Counterfoil answered, such as a proxy. */
    private static function envelope(string $answer): ?array
    {
        $envelope = json_decode($answer, true);
        return is_array($envelope) && isset($envelope['response']) ? $envelope : null;
    }

    private static function read(int $status, array $headers, ?array $envelope): ?array
    {
        $more = [$headers['x-svc-error'] ?? '', null, $headers['x-request-id'] ?? ''];
        if ($envelope === null) {
            throw new CounterfoilError("the answer with status $status is not from Counterfoil: check the address", ...$more);
        }
        if ($status !== 200) {
            throw new CounterfoilError("$status {$envelope['message']}", ...$more);
        }
        if (!$envelope['response']) {
            throw new CounterfoilRefused($envelope['message'], $more[0], $envelope['data'], $more[2]);
        }
        return $envelope['data'];
    }

    /** X-Svc-Hmac: over the exact bytes of the body. */
    public static function signatureV1(string $appId, string $apiSecret, string $body): string
    {
        return "$appId:" . base64_encode(hash_hmac('sha256', $body, $apiSecret, true));
    }

    /** X-Svc-Signature: over everything that the service acts on. Each request needs a new one, also a repeat. */
    public static function signatureV2(
        string $appId,
        string $apiSecret,
        string $operation,
        string $body,
        string $key = '',
        string $path = '/api/v1',
        ?string $time = null,
        ?string $nonce = null,
        ?string $keyId = null,
    ): string {
        $time ??= (string) time();
        $nonce ??= bin2hex(random_bytes(16));
        $keyId ??= bin2hex(hash_hkdf('sha256', $apiSecret, 8, 'svc-v2-kid', 'counterfoil'));
        $digest = hash('sha256', $body);
        $lines = ['SVC2-HMAC-SHA256', $appId, $keyId, $time, $nonce, $key, 'POST', $path, $operation, $digest];
        $signingKey = hash_hkdf('sha256', $apiSecret, 32, 'svc-v2', 'counterfoil');
        $signature = base64_encode(hash_hmac('sha256', implode("\n", $lines), $signingKey, true));
        return "v2;kid=$keyId;ts=$time;nonce=$nonce;sig=$signature";
    }
}

/** Compares what this file signs with the vectors of the service; returns whether all agree. */
function checkCounterfoilVectors(string $file): bool
{
    $vectors = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR)['vectors'] ?? [];
    $agreed = 0;
    foreach ($vectors as $vector) {
        $body = base64_decode($vector['bodyBase64']);
        $app = [$vector['appId'], $vector['apiSecret']];
        if ($vector['header'] === 'X-Svc-Hmac') {
            $signed = Counterfoil::signatureV1(...[...$app, $body]);
        } else {
            $rest = [$vector['path'], $vector['timestamp'], $vector['nonce'], $vector['keyId']];
            $signed = Counterfoil::signatureV2(...[...$app, $vector['operation'], $body, $vector['idempotencyKey'], ...$rest]);
        }
        $isRight = hash_equals($vector['value'], $signed);
        if ($isRight === ($vector['valid'] === 'yes')) {
            $agreed++;
        } else {
            echo "differs: {$vector['name']}\n";
        }
    }
    echo $agreed, ' of ', count($vectors), " vectors agree\n";
    return $agreed > 0 && $agreed === count($vectors);
}

function counterfoilMain(array $arguments): int
{
    if (count($arguments) === 2 && $arguments[0] === '--vectors') {
        return checkCounterfoilVectors($arguments[1]) ? 0 : 1;
    }
    if ($arguments === [] || count($arguments) > 3 || str_starts_with($arguments[0], '-')) {
        fwrite(STDERR, "usage: counterfoil.php OPERATION [JSON [IDEMPOTENCY_KEY]] | --vectors FILE\n");
        return 1;
    }
    $names = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'];
    $missing = array_filter($names, fn (string $name): bool => (string) getenv($name) === '');
    if ($missing !== []) {
        fwrite(STDERR, implode(', ', $missing) . " not set\n");
        return 1;
    }
    $client = new Counterfoil(...[...array_map('getenv', $names), (float) (getenv('COUNTERFOIL_DEADLINE') ?: 30)]);
    try {
        $fields = json_decode($arguments[1] ?? '{}', false, 512, JSON_THROW_ON_ERROR);
        $data = $client->call($arguments[0], $fields, $arguments[2] ?? null);
        echo json_encode($data, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
        return 0;
    } catch (JsonException $error) {
        fwrite(STDERR, "not JSON: {$error->getMessage()}\n");
    } catch (CounterfoilNoAnswer $error) {
        fwrite(STDERR, "{$error->getMessage()}\nRepeat it with the idempotency key {$error->idempotencyKey}\n");
    } catch (CounterfoilError $error) {
        $data = $error->data === null ? '' : ' ' . json_encode($error->data);
        fwrite(STDERR, "{$error->errorCode}: {$error->getMessage()}$data\n");
        return $error instanceof CounterfoilRefused ? 2 : 1;
    }
    return 1;
}

if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
    exit(counterfoilMain(array_slice($argv, 1)));
}
