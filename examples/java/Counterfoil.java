import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A client of Counterfoil in one file, with the JDK 17 or newer only. The JDK can't read JSON, so it takes and returns text: read
 * the answer with the library of your program, such as Jackson or Gson. It is the whole envelope, with {@code data} in it.
 *
 * <p>In a program, copy it to the package of your choice:
 *
 * <pre>
 * var invoices = new Counterfoil("http://127.0.0.1:8080", appId, apiSecret);
 * String answer = invoices.call("article.create", "{\"article_title\": \"Coffee beans\"}");
 * try {
 *     invoices.call("article.read", "{\"article_ident\": \"art_...\"}");
 * } catch (Counterfoil.Refused refused) {
 *     System.out.println(refused.code + " " + refused.answer);
 * }
 * </pre>
 *
 * <p>In a shell, with COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET set:
 *
 * <pre>
 * java Counterfoil.java article.create '{"article_title": "Coffee beans"}'
 * java Counterfoil.java --vectors signature-vectors.json     # checks that this file signs as it should
 * </pre>
 *
 * <p>The exit code is 0 when the operation was done, 2 when it was refused, and 1 without an answer.
 */
public final class Counterfoil {
    /** The call was not done. {@code code} is that of X-Svc-Error; {@code requestId} is in the log of the service. */
    public static class Failed extends RuntimeException {
        public final String code, answer, requestId;

        Failed(String message, String code, String answer, String requestId) {
            super(message);
            this.code = code;
            this.answer = answer;
            this.requestId = requestId;
        }
    }

    /** The operation answered that it did nothing, and why. */
    public static final class Refused extends Failed {
        Refused(String message, String code, String answer, String requestId) {
            super(message, code, answer, requestId);
        }
    }

    /** No answer that tells the outcome. A write may have been done: repeat it with {@code idempotencyKey} to find out. */
    public static final class NoAnswer extends Failed {
        public final String idempotencyKey;

        NoAnswer(String message, String idempotencyKey) {
            super(message, "", "", "");
            this.idempotencyKey = idempotencyKey;
        }
    }

    /** No operation was run, or its outcome is unknown: the same request may be sent again. 0: no answer. */
    private static final Set<Integer> REPEATED = Set.of(0, 408, 429, 500, 502, 503, 504);

    /** The attempt may have run the operation, without saying so. The outcome is unknown until a repeat gets one of DEFINITE. */
    private static final Set<Integer> UNKNOWN = Set.of(0, 500, 502, 504);

    /** The status tells the outcome of all attempts, if the answer is from Counterfoil. */
    private static final Set<Integer> DEFINITE = Set.of(200, 409);

    private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

    private static final Pattern VISIBLE = Pattern.compile("[!-~]{1,255}");

    private static final SecureRandom RANDOM = new SecureRandom();

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url, appId, apiSecret;
    private final Duration deadline, attemptTimeout;

    public Counterfoil(String url, String appId, String apiSecret) {
        this(url, appId, apiSecret, Duration.ofSeconds(30), Duration.ofSeconds(15));
    }

    /** {@code deadline} is for a call with all its repeats, {@code attemptTimeout} for one request. */
    public Counterfoil(String url, String appId, String apiSecret, Duration deadline, Duration attemptTimeout) {
        boolean isAddress = url.matches("https?://[^/\\s]+\\S*");
        if (!isAddress) throw new IllegalArgumentException("not an address of a service: " + url);
        this.url = url.replaceAll("/+$", "");
        this.appId = appId;
        this.apiSecret = apiSecret;
        this.deadline = deadline;
        this.attemptTimeout = attemptTimeout;
    }

    public String call(String operation, String json) throws InterruptedException {
        return call(operation, json, randomHex());
    }

    /**
     * Runs an operation and returns its answer. Repeats until the deadline while the service can't be reached or is overloaded.
     * All repeats have one idempotency key, so a write is done once. Give the key yourself if you may call again after a crash of
     * your own program. Threads may share one object.
     */
    public String call(String operation, String json, String idempotencyKey) throws InterruptedException {
        if (!VISIBLE.matcher(idempotencyKey).matches()) {
            throw new IllegalArgumentException("an idempotency key has 1 to 255 visible ASCII characters");
        }
        byte[] body = json.getBytes(UTF_8);
        long endsAt = System.nanoTime() + deadline.toNanos();
        boolean isUnknown = false;
        for (int attempt = 0; ; attempt++) {
            long left = Math.max(100_000_000, endsAt - System.nanoTime());
            Answer last = send(operation, body, idempotencyKey, Math.min(attemptTimeout.toNanos(), left));
            boolean isRepeated = REPEATED.contains(last.status);
            boolean isDefinite = DEFINITE.contains(last.status) && !last.isForeign();
            if (isDefinite || !isRepeated && !isUnknown) return last.read();
            if (!isRepeated) {
                String text = "%s: an attempt was not answered, and the last one: %s; the outcome is unknown";
                throw new NoAnswer(text.formatted(operation, last.problem()), idempotencyKey);
            }
            isUnknown = isUnknown || UNKNOWN.contains(last.status);
            double backoff = Math.min(5, 0.1 * Math.pow(2, attempt)) * ThreadLocalRandom.current().nextDouble(0.5, 1);
            long wait = (long) (Math.max(last.retryAfter(), backoff) * 1e9);
            if (wait >= endsAt - System.nanoTime()) {
                String text = "%s was not answered within %s s, the last time: %s";
                throw new NoAnswer(text.formatted(operation, deadline.toMillis() / 1e3, last.problem()), idempotencyKey);
            }
            TimeUnit.NANOSECONDS.sleep(wait);
        }
    }

    /** One answer. Without one, its status is 0, and its text is the problem. */
    private record Answer(int status, HttpHeaders headers, String text) {
        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        String problem() {
            return status == 0 ? text : status + " " + (isForeign() ? "(not from Counterfoil)" : header("X-Svc-Error"));
        }

        double retryAfter() {
            return header("Retry-After").matches("\\d{1,6}") ? Double.parseDouble(header("Retry-After")) : 0;
        }

        /** Something else than Counterfoil answered, such as a proxy. */
        boolean isForeign() {
            return header("X-Request-Id").isEmpty() || !header("Content-Type").startsWith("application/json");
        }

        String read() {
            String code = header("X-Svc-Error");
            String requestId = header("X-Request-Id");
            if (isForeign()) {
                String problem = "the answer with status " + status + " is not from Counterfoil: check the address";
                throw new Failed(problem, code, text, requestId);
            }
            if (status != 200) throw new Failed(status + " " + text, code, text, requestId);
            if (!code.isEmpty()) throw new Refused(text, code, text, requestId);
            return text;
        }
    }

    private Answer send(String operation, byte[] body, String key, long timeoutNanos) throws InterruptedException {
        String path = "/api/v1/" + operation;
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .header("X-Svc-Hmac", signatureV1(appId, apiSecret, body))
                .header("X-Svc-Signature", signatureV2(appId, apiSecret, operation, body, key, path, "", "", ""))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        // The timeout of a request would end with the headers of its answer.
        var answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = answer.get(timeoutNanos, TimeUnit.NANOSECONDS);
            return new Answer(response.statusCode(), response.headers(), new String(response.body(), UTF_8));
        } catch (ExecutionException error) {
            Throwable problem = error.getCause();
            String reason = problem.getCause() == null ? "" : " (" + problem.getCause() + ")";
            return new Answer(0, NO_HEADERS, problem + reason);
        } catch (TimeoutException error) {
            return new Answer(0, NO_HEADERS, "no answer in time");
        } finally {
            answer.cancel(true);
        }
    }

    /** X-Svc-Hmac: over the exact bytes of the body. */
    public static String signatureV1(String appId, String apiSecret, byte[] body) {
        return appId + ":" + base64(hmac(apiSecret.getBytes(UTF_8), body));
    }

    /**
     * X-Svc-Signature: over everything that the service acts on. Each request needs a new one, also a repeat. The last three
     * values are for tests: empty ones are computed.
     */
    public static String signatureV2(
            String appId, String apiSecret, String operation, byte[] body, String key, String path,
            String time, String nonce, String keyId) {
        if (time.isEmpty()) time = String.valueOf(Instant.now().getEpochSecond());
        if (nonce.isEmpty()) nonce = randomHex();
        if (keyId.isEmpty()) keyId = HexFormat.of().formatHex(derive(apiSecret, "svc-v2-kid"), 0, 8);
        String digest = sha256(body);
        String lines = String.join("\n", "SVC2-HMAC-SHA256", appId, keyId, time, nonce, key, "POST", path, operation, digest);
        String signature = base64(hmac(derive(apiSecret, "svc-v2"), lines.getBytes(UTF_8)));
        return "v2;kid=" + keyId + ";ts=" + time + ";nonce=" + nonce + ";sig=" + signature;
    }

    /** 32 bytes of HKDF-SHA-256 (RFC 5869) with the salt {@code counterfoil}. */
    private static byte[] derive(String apiSecret, String info) {
        byte[] pseudorandomKey = hmac("counterfoil".getBytes(UTF_8), apiSecret.getBytes(UTF_8));
        return hmac(pseudorandomKey, (info + "\u0001").getBytes(UTF_8));
    }

    private static byte[] hmac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String randomHex() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Compares what this file signs with the vectors of the service; returns whether all agree. */
    private static boolean checkVectors(String file, PrintStream out) throws IOException {
        int agreed = 0, count = 0;
        var vector = new HashMap<String, String>();
        // Each member that is a string, and the end of each vector: enough for this file. Only bodies have escaped characters.
        var parts = Pattern.compile("\"(\\w+)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"|\\}").matcher(Files.readString(Path.of(file)));
        while (parts.find()) {
            if (parts.group(1) != null) vector.put(parts.group(1), parts.group(2));
            if (parts.group(1) != null || vector.isEmpty()) continue;
            count++;
            boolean isRight = signed(vector).equals(vector.get("value"));
            if (isRight == vector.get("valid").equals("yes")) agreed++;
            else out.println("differs: " + vector.get("name"));
            vector.clear();
        }
        out.println(agreed + " of " + count + " vectors agree");
        return count > 0 && agreed == count;
    }

    private static String signed(Map<String, String> vector) {
        byte[] body = Base64.getDecoder().decode(vector.get("bodyBase64"));
        String appId = vector.get("appId"), apiSecret = vector.get("apiSecret");
        if (vector.get("header").equals("X-Svc-Hmac")) return signatureV1(appId, apiSecret, body);
        return signatureV2(
                appId, apiSecret, vector.get("operation"), body, vector.get("idempotencyKey"), vector.get("path"),
                vector.get("timestamp"), vector.get("nonce"), vector.get("keyId"));
    }

    private static int run(String[] arguments, PrintStream out) throws InterruptedException, IOException {
        if (arguments.length == 2 && arguments[0].equals("--vectors")) return checkVectors(arguments[1], out) ? 0 : 1;
        if (arguments.length < 1 || arguments.length > 3 || arguments[0].startsWith("-")) {
            throw new IllegalArgumentException("usage: Counterfoil OPERATION [JSON [IDEMPOTENCY_KEY]] | --vectors FILE");
        }
        if (String.join("", arguments).contains("\ufffd")) {
            throw new IllegalArgumentException("Java can't read these arguments without UTF-8: set LC_ALL=C.UTF-8");
        }
        var names = List.of("COUNTERFOIL_URL", "COUNTERFOIL_APP_ID", "COUNTERFOIL_API_SECRET");
        var missing = names.stream().filter(name -> setting(name, "").isEmpty()).toList();
        if (!missing.isEmpty()) throw new IllegalArgumentException(String.join(", ", missing) + " not set");
        String seconds = setting("COUNTERFOIL_DEADLINE", "30");
        if (!seconds.matches("\\d{1,9}(\\.\\d+)?")) {
            throw new IllegalArgumentException("COUNTERFOIL_DEADLINE is not a number of seconds");
        }
        var deadline = Duration.ofMillis((long) (Double.parseDouble(seconds) * 1e3));
        String[] values = names.stream().map(System::getenv).toArray(String[]::new);
        var client = new Counterfoil(values[0], values[1], values[2], deadline, Duration.ofSeconds(15));
        String json = arguments.length > 1 ? arguments[1] : "{}";
        out.println(client.call(arguments[0], json, arguments.length > 2 ? arguments[2] : randomHex()));
        return 0;
    }

    private static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    public static void main(String[] arguments) throws InterruptedException {
        // Answers are UTF-8, whatever the locale.
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
        int code = 1;
        try {
            code = run(arguments, out);
        } catch (NoAnswer error) {
            err.println(error.getMessage() + "\nRepeat it with the idempotency key " + error.idempotencyKey);
        } catch (Failed error) {
            err.println((error.code.isEmpty() ? "" : error.code + ": ") + error.getMessage());
            code = error instanceof Refused ? 2 : 1;
        } catch (IllegalArgumentException error) {
            err.println(error.getMessage());
        } catch (IOException error) {
            err.println(error);
        }
        System.exit(code);
    }
}
