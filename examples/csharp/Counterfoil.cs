// A client of Counterfoil in one file, for Mono 6 and .NET 6 or newer, with their base libraries only. These have no JSON library
// in common, so it takes and returns text: read the answer with the one of your program, such as System.Text.Json. It is the
// whole envelope, with `data` in it.
//
// In a program:
//
//     var invoices = new Counterfoil("http://127.0.0.1:8080", appId, apiSecret);
//     string answer = invoices.Call("article.create", "{\"article_title\": \"Coffee beans\"}");
//     try {
//         invoices.Call("article.read", "{\"article_ident\": \"art_...\"}");
//     } catch (CounterfoilRefused refused) {
//         Console.WriteLine(refused.Code + " " + refused.Answer);
//     }
//
// In a shell, with COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET set:
//
//     mcs Counterfoil.cs     # with .NET: dotnet new console, this file instead of Program.cs, dotnet build
//     mono Counterfoil.exe article.create '{"article_title": "Coffee beans"}'
//     mono Counterfoil.exe --vectors signature-vectors.json     # checks that this file signs as it should
//
// The exit code is 0 when the operation was done, 2 when it was refused, and 1 without an answer. In a program with a `Main` of
// its own, delete the class CounterfoilCommand.

#if !__MonoCS__
// HttpWebRequest is what .NET and Mono have in common.
#pragma warning disable SYSLIB0014, nullable
#endif

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

/// <summary>The call was not done. Code is that of X-Svc-Error; RequestId is in the log of the service.</summary>
public class CounterfoilError : Exception
{
    public readonly string Code, Answer, RequestId;

    public CounterfoilError(string message, string code = "", string answer = "", string requestId = "") : base(message)
    {
        Code = code;
        Answer = answer;
        RequestId = requestId;
    }
}

/// <summary>The operation answered that it did nothing, and why.</summary>
public class CounterfoilRefused : CounterfoilError
{
    public CounterfoilRefused(string code, string answer, string requestId) : base(answer, code, answer, requestId) { }
}

/// <summary>No answer that tells the outcome. A write may have been done: repeat it with IdempotencyKey to find out.</summary>
public class CounterfoilNoAnswer : CounterfoilError
{
    public readonly string IdempotencyKey;

    public CounterfoilNoAnswer(string message, string idempotencyKey) : base(message)
    {
        IdempotencyKey = idempotencyKey;
    }
}

/// <summary>Calls operations. Threads may share one object.</summary>
public class Counterfoil
{
    /// <summary>No operation was run, or its outcome is unknown: the same request may be sent again. 0: no answer.</summary>
    static readonly int[] Repeated = { 0, 408, 429, 500, 502, 503, 504 };

    /// <summary>The attempt may have run the operation. The outcome is unknown until a repeat gets a definite status.</summary>
    static readonly int[] Unknown = { 0, 500, 502, 504 };

    /// <summary>The status tells the outcome of all attempts, if the answer is from Counterfoil.</summary>
    static readonly int[] Definite = { 200, 409 };

    readonly string url, appId, apiSecret;
    readonly TimeSpan deadline, attemptTimeout;

    /// <summary>The deadline is for a call with all its repeats, attemptTimeout for one request, both in seconds.</summary>
    public Counterfoil(string url, string appId, string apiSecret, double deadline = 30, double attemptTimeout = 15)
    {
        bool isAddress = Regex.IsMatch(url, @"^https?://[^/\s]+\S*$");
        if (!isAddress) throw new ArgumentException("not an address of a service: " + url);
        this.url = url.TrimEnd('/');
        this.appId = appId;
        this.apiSecret = apiSecret;
        this.deadline = TimeSpan.FromSeconds(deadline);
        this.attemptTimeout = TimeSpan.FromSeconds(attemptTimeout);
    }

    /// <summary>
    /// Runs an operation and returns its answer. Repeats until the deadline while the service can't be reached or is overloaded.
    /// All repeats have one idempotency key, so a write is done once. Give the key yourself if you may call again after a crash
    /// of your own program.
    /// </summary>
    public string Call(string operation, string json = "{}", string idempotencyKey = null)
    {
        string key = idempotencyKey ?? RandomHex();
        bool isKey = Regex.IsMatch(key, "^[!-~]{1,255}\\z");
        if (!isKey) throw new ArgumentException("an idempotency key has 1 to 255 visible ASCII characters");
        byte[] body = Encoding.UTF8.GetBytes(json);
        var elapsed = Stopwatch.StartNew();
        bool isUnknown = false;
        for (int attempt = 0; ; attempt++)
        {
            double left = Math.Max(100, (deadline - elapsed.Elapsed).TotalMilliseconds);
            Received last = Send(operation, body, key, (int)Math.Min(attemptTimeout.TotalMilliseconds, left));
            bool isRepeated = Repeated.Contains(last.Status);
            bool isDefinite = Definite.Contains(last.Status) && !last.IsForeign;
            if (isDefinite || !isRepeated && !isUnknown) return last.Read();
            if (!isRepeated)
            {
                string text = operation + ": an attempt was not answered, and the last one: " + last.Problem;
                throw new CounterfoilNoAnswer(text + "; the outcome is unknown", key);
            }
            isUnknown = isUnknown || Unknown.Contains(last.Status);
            double backoff = Math.Min(5, 0.1 * Math.Pow(2, attempt)) * (0.5 + RandomBytes(1)[0] / 512.0);
            var wait = TimeSpan.FromSeconds(Math.Max(last.RetryAfter, backoff));
            if (elapsed.Elapsed + wait >= deadline)
            {
                string seconds = deadline.TotalSeconds.ToString(CultureInfo.InvariantCulture);
                string text = operation + " was not answered within " + seconds + " s, the last time: " + last.Problem;
                throw new CounterfoilNoAnswer(text, key);
            }
            Thread.Sleep(wait);
        }
    }

    /// <summary>One answer. Without one, its status is 0, and its text is the problem.</summary>
    class Received
    {
        public int Status;
        public WebHeaderCollection Headers = new WebHeaderCollection();
        public string Text = "";

        public string Problem
        {
            get { return Status == 0 ? Text : Status + " " + (IsForeign ? "(not from Counterfoil)" : Headers["X-Svc-Error"]); }
        }

        public int RetryAfter
        {
            get { return Regex.IsMatch(Headers["Retry-After"] ?? "", @"^\d{1,6}$") ? int.Parse(Headers["Retry-After"]) : 0; }
        }

        /// <summary>Something else than Counterfoil answered, such as a proxy.</summary>
        public bool IsForeign
        {
            get
            {
                bool isJson = (Headers["Content-Type"] ?? "").StartsWith("application/json");
                return string.IsNullOrEmpty(Headers["X-Request-Id"]) || !isJson;
            }
        }

        public string Read()
        {
            string code = Headers["X-Svc-Error"] ?? "";
            string requestId = Headers["X-Request-Id"] ?? "";
            if (IsForeign)
            {
                string problem = "the answer with status " + Status + " is not from Counterfoil: check the address";
                throw new CounterfoilError(problem, code, Text, requestId);
            }
            if (Status != 200) throw new CounterfoilError(Status + " " + Text, code, Text, requestId);
            if (code != "") throw new CounterfoilRefused(code, Text, requestId);
            return Text;
        }
    }

    Received Send(string operation, byte[] body, string key, int timeoutMs)
    {
        string path = "/api/v1/" + operation;
        var request = (HttpWebRequest)WebRequest.Create(url + path);
        request.Method = "POST";
        request.ContentType = "application/json";
        request.AllowAutoRedirect = false;
        // A connection that is used again may break, and the request would be sent again with the same signature.
        request.KeepAlive = false;
        request.ServicePoint.Expect100Continue = false;
        // Without it, Mono has two connections to a host: more threads would wait for them, up to their deadline.
        request.ServicePoint.ConnectionLimit = 64;
        request.Timeout = request.ReadWriteTimeout = timeoutMs;
        request.Headers["X-Svc-Hmac"] = SignatureV1(appId, apiSecret, body);
        request.Headers["X-Svc-Signature"] = SignatureV2(appId, apiSecret, operation, body, key, path);
        request.Headers["Idempotency-Key"] = key;
        // The timeouts are for parts of the request; this one is for all of it.
        using (new Timer(_ => request.Abort(), null, timeoutMs, Timeout.Infinite))
        {
            try
            {
                using (Stream stream = request.GetRequestStream()) stream.Write(body, 0, body.Length);
                return Receive(request, timeoutMs);
            }
            catch (WebException error)
            {
                bool isLate = error.Status == WebExceptionStatus.RequestCanceled || error.Status == WebExceptionStatus.Timeout;
                return new Received { Text = isLate ? "no answer in time" : error.Message };
            }
            catch (Exception error) when (IsLost(error))
            {
                return new Received { Text = error.Message };
            }
        }
    }

    /// <summary>Mono and .NET differ in what is thrown when a connection breaks, or is aborted, in the answer.</summary>
    static bool IsLost(Exception error)
    {
        return error is IOException || error is ObjectDisposedException || error is OperationCanceledException;
    }

    static Received Receive(HttpWebRequest request, int timeoutMs)
    {
        var elapsed = Stopwatch.StartNew();
        HttpWebResponse response;
        try
        {
            response = (HttpWebResponse)request.GetResponse();
        }
        catch (WebException error) when (error.Response != null)
        {
            response = (HttpWebResponse)error.Response;
        }
        using (response)
        using (var stream = response.GetResponseStream())
        using (var bytes = new MemoryStream())
        {
            var part = new byte[65536];
            for (int length; (length = stream.Read(part, 0, part.Length)) > 0; bytes.Write(part, 0, length))
                if (elapsed.ElapsedMilliseconds > timeoutMs) throw new IOException("no answer in time");
            // A connection that broke in the answer: Mono returns what came.
            if (response.ContentLength >= 0 && bytes.Length != response.ContentLength)
                return new Received { Text = "the answer is incomplete" };
            string text = Encoding.UTF8.GetString(bytes.ToArray());
            return new Received { Status = (int)response.StatusCode, Headers = response.Headers, Text = text };
        }
    }

    /// <summary>X-Svc-Hmac: over the exact bytes of the body.</summary>
    public static string SignatureV1(string appId, string apiSecret, byte[] body)
    {
        return appId + ":" + Convert.ToBase64String(Hmac(Encoding.UTF8.GetBytes(apiSecret), body));
    }

    /// <summary>X-Svc-Signature: over everything that the service acts on. Each request needs a new one, also a repeat.</summary>
    public static string SignatureV2(
        string appId, string apiSecret, string operation, byte[] body, string key, string path,
        string time = null, string nonce = null, string keyId = null)
    {
        time = time ?? DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
        nonce = nonce ?? RandomHex();
        keyId = keyId ?? Hex(Derive(apiSecret, "svc-v2-kid").Take(8));
        string digest;
        using (var sha256 = SHA256.Create()) digest = Hex(sha256.ComputeHash(body));
        string lines = string.Join("\n", "SVC2-HMAC-SHA256", appId, keyId, time, nonce, key, "POST", path, operation, digest);
        string signature = Convert.ToBase64String(Hmac(Derive(apiSecret, "svc-v2"), Encoding.UTF8.GetBytes(lines)));
        return "v2;kid=" + keyId + ";ts=" + time + ";nonce=" + nonce + ";sig=" + signature;
    }

    /// <summary>32 bytes of HKDF-SHA-256 (RFC 5869) with the salt `counterfoil`.</summary>
    static byte[] Derive(string apiSecret, string info)
    {
        byte[] pseudorandomKey = Hmac(Encoding.UTF8.GetBytes("counterfoil"), Encoding.UTF8.GetBytes(apiSecret));
        return Hmac(pseudorandomKey, Encoding.UTF8.GetBytes(info + "\u0001"));
    }

    static byte[] Hmac(byte[] key, byte[] text)
    {
        using (var hmac = new HMACSHA256(key)) return hmac.ComputeHash(text);
    }

    static string Hex(IEnumerable<byte> bytes)
    {
        return string.Concat(bytes.Select(one => one.ToString("x2")));
    }

    static byte[] RandomBytes(int count)
    {
        var bytes = new byte[count];
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
        return bytes;
    }

    static string RandomHex()
    {
        return Hex(RandomBytes(16));
    }
}

static class CounterfoilCommand
{
    static int Main(string[] arguments)
    {
        // Answers are UTF-8, whatever the locale.
        Console.SetOut(new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true });
        Console.SetError(new StreamWriter(Console.OpenStandardError(), new UTF8Encoding(false)) { AutoFlush = true });
        try
        {
            if (arguments.Length == 2 && arguments[0] == "--vectors") return CheckVectors(arguments[1]) ? 0 : 1;
            return Run(arguments);
        }
        catch (CounterfoilNoAnswer error)
        {
            Console.Error.WriteLine(error.Message + "\nRepeat it with the idempotency key " + error.IdempotencyKey);
        }
        catch (CounterfoilError error)
        {
            Console.Error.WriteLine((error.Code == "" ? "" : error.Code + ": ") + error.Message);
            return error is CounterfoilRefused ? 2 : 1;
        }
        catch (Exception error) when (error is ArgumentException || error is FormatException || error is IOException)
        {
            Console.Error.WriteLine(error.Message);
        }
        return 1;
    }

    static int Run(string[] arguments)
    {
        if (arguments.Length < 1 || arguments.Length > 3 || arguments[0].StartsWith("-"))
            throw new FormatException("usage: Counterfoil OPERATION [JSON [IDEMPOTENCY_KEY]] | --vectors FILE");
        string[] names = { "COUNTERFOIL_URL", "COUNTERFOIL_APP_ID", "COUNTERFOIL_API_SECRET" };
        string[] missing = names.Where(name => string.IsNullOrEmpty(Environment.GetEnvironmentVariable(name))).ToArray();
        if (missing.Length > 0) throw new FormatException(string.Join(", ", missing) + " not set");
        string seconds = Environment.GetEnvironmentVariable("COUNTERFOIL_DEADLINE");
        double deadline;
        bool isNumber = double.TryParse(seconds, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out deadline);
        if (string.IsNullOrEmpty(seconds)) deadline = 30;
        else if (!isNumber || deadline > 1e9)
            throw new FormatException("COUNTERFOIL_DEADLINE is not a number of seconds");
        string[] values = names.Select(name => Environment.GetEnvironmentVariable(name)).ToArray();
        var client = new Counterfoil(values[0], values[1], values[2], deadline);
        string json = arguments.ElementAtOrDefault(1) ?? "{}";
        Console.WriteLine(client.Call(arguments[0], json, arguments.ElementAtOrDefault(2)));
        return 0;
    }

    /// <summary>Compares what this file signs with the vectors of the service; returns whether all agree.</summary>
    static bool CheckVectors(string file)
    {
        int agreed = 0, count = 0;
        var vector = new Dictionary<string, string>();
        // Each member that is a string, and the end of each vector: enough for this file. Only bodies have escaped characters.
        foreach (Match part in Regex.Matches(File.ReadAllText(file), @"""(\w+)""\s*:\s*""((?:[^""\\]|\\.)*)""|\}"))
        {
            if (part.Groups[1].Success) vector[part.Groups[1].Value] = part.Groups[2].Value;
            if (part.Groups[1].Success || vector.Count == 0) continue;
            count++;
            if ((Signed(vector) == vector["value"]) == (vector["valid"] == "yes")) agreed++;
            else Console.WriteLine("differs: " + vector["name"]);
            vector.Clear();
        }
        Console.WriteLine(agreed + " of " + count + " vectors agree");
        return count > 0 && agreed == count;
    }

    static string Signed(Dictionary<string, string> vector)
    {
        byte[] body = Convert.FromBase64String(vector["bodyBase64"]);
        if (vector["header"] == "X-Svc-Hmac") return Counterfoil.SignatureV1(vector["appId"], vector["apiSecret"], body);
        return Counterfoil.SignatureV2(
            vector["appId"], vector["apiSecret"], vector["operation"], body, vector["idempotencyKey"], vector["path"],
            vector["timestamp"], vector["nonce"], vector["keyId"]);
    }
}
