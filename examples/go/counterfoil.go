// A client of Counterfoil in one file, with the standard library of Go 1.19 or newer only.
//
// In a program, copy it to a folder counterfoil/ of your module, and change its package to counterfoil:
//
//	invoices := counterfoil.Client{URL: "http://127.0.0.1:8080", AppID: appID, APISecret: apiSecret}
//	article := struct{ Ident string `json:"article_ident"` }{}
//	err := invoices.Call(ctx, "article.create", map[string]any{"article_title": "Coffee beans"}, &article)
//	var failure *counterfoil.Error
//	if errors.As(err, &failure) && failure.IsRefusal() {
//		fmt.Println(failure.Code, failure.Message)
//	}
//
// In a shell, with COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET set:
//
//	go run counterfoil.go article.create '{"article_title": "Coffee beans"}'
//	go run counterfoil.go --vectors signature-vectors.json     # checks that this file signs as it should
//
// The exit code is 0 when the operation was done, 2 when it was refused, and 1 without an answer. go run has only 0 and 1: use go
// build to tell a refusal.
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Client calls operations. It may be used by several goroutines.
type Client struct {
	URL, AppID, APISecret string
	// Deadline is for a call with all its repeats (30 s if it is 0), AttemptTimeout for one request (15 s).
	Deadline, AttemptTimeout time.Duration
}

// Error says that the call was not done. Code is that of X-Svc-Error; RequestID is in the log of the service.
type Error struct {
	Status                   int
	Code, Message, RequestID string
	// Data may say more about a refusal.
	Data json.RawMessage
}

func (e *Error) Error() string { return strings.TrimPrefix(e.Code+": "+e.Message, ": ") }

// IsRefusal reports that the operation itself answered that it did nothing. Otherwise it was not run.
func (e *Error) IsRefusal() bool { return e.Status == 200 && e.Code != "" }

// NoAnswer says that no answer tells the outcome. A write may have been done: repeat it with IdempotencyKey to find out.
type NoAnswer struct {
	Message, IdempotencyKey string
	cause                   error
}

func (e *NoAnswer) Error() string { return e.Message }

// Unwrap returns the error of the context, if that ended the call.
func (e *NoAnswer) Unwrap() error { return e.cause }

// repeated are the statuses after which the same request may be sent again: no operation was run, or its outcome is unknown. 0 is
// no answer at all.
var repeated = map[int]bool{0: true, 408: true, 429: true, 500: true, 502: true, 503: true, 504: true}

// unknown are those of attempts that may have run the operation, without saying so. The outcome is unknown until a repeat gets a
// definite one.
var unknown = map[int]bool{0: true, 500: true, 502: true, 504: true}

// definite are those that tell the outcome of all attempts, if the answer is from Counterfoil.
var definite = map[int]bool{200: true, 409: true}

var visible = regexp.MustCompile(`^[!-~]{1,255}$`)

type answer struct {
	status   int
	headers  http.Header
	envelope envelope
	problem  string
}

// envelope is the body of each answer of Counterfoil. Response is nil if something else answered, such as a proxy.
type envelope struct {
	Response *bool
	Message  string
	Data     json.RawMessage
}

// Call runs an operation with fields that encoding/json can write, nil for none. It stores the data of the answer in result,
// unless that is nil. It repeats until the deadline while the service can't be reached or is overloaded. All repeats have one
// idempotency key, so a write is done once.
//
// Errors are *Error, *NoAnswer (also when ctx ends: errors.Is finds context.Canceled), or of what was given. The operation was
// done if the error says that its data do not fit the result: do not call again, but change the type of result.
func (c Client) Call(ctx context.Context, operation string, fields, result any) error {
	return c.CallWithKey(ctx, operation, randomHex(), fields, result)
}

// CallWithKey is Call with an idempotency key of yours, for a call that may be made again after a crash of your own program.
func (c Client) CallWithKey(ctx context.Context, operation, key string, fields, result any) error {
	if fields == nil {
		fields = struct{}{}
	}
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	if !visible.MatchString(key) {
		return errors.New("an idempotency key has 1 to 255 visible ASCII characters")
	}
	if parsed, err := url.Parse(c.URL); err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fmt.Errorf("not an address of a service: %s", c.URL)
	}
	deadline := orDefault(c.Deadline, 30*time.Second)
	endsAt := time.Now().Add(deadline)
	isUnknown := false
	for attempt := 0; ; attempt++ {
		last := c.attempt(ctx, operation, key, body, endsAt)
		isDefinite := definite[last.status] && last.envelope.Response != nil
		if isDefinite || !repeated[last.status] && !isUnknown {
			return last.read(operation, result)
		}
		if !repeated[last.status] {
			text := "%s: an attempt was not answered, and the last one: %s; the outcome is unknown"
			return &NoAnswer{fmt.Sprintf(text, operation, last.problem), key, nil}
		}
		isUnknown = isUnknown || unknown[last.status]
		backoff := math.Min(5, 0.1*math.Pow(2, float64(attempt))) * jitter()
		wait := time.Duration(math.Max(last.retryAfter(), backoff) * 1e9)
		if ctx.Err() == nil && !time.Now().Add(wait).Before(endsAt) {
			text := "%s was not answered within %g s, the last time: %s"
			return &NoAnswer{fmt.Sprintf(text, operation, deadline.Seconds(), last.problem), key, nil}
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
		if err := ctx.Err(); err != nil {
			return &NoAnswer{fmt.Sprintf("%s was cancelled (%v), the last time: %s", operation, err, last.problem), key, err}
		}
	}
}

// attempt sends one request. Its status is 0 without a whole answer.
func (c Client) attempt(ctx context.Context, operation, key string, body []byte, endsAt time.Time) answer {
	path := "/api/v1/" + operation
	timeout := orDefault(c.AttemptTimeout, 15*time.Second)
	if left := time.Until(endsAt); left < timeout {
		timeout = left
	}
	ctx, cancel := context.WithTimeout(ctx, timeout+time.Millisecond)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "POST", strings.TrimRight(c.URL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return answer{problem: err.Error()}
	}
	// net/http would repeat a request with an idempotency key by itself, with the same signature. Without GetBody, it can't.
	request.GetBody = nil
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	request.Header.Set("X-Svc-Hmac", SignatureV1(c.AppID, c.APISecret, body))
	request.Header.Set("X-Svc-Signature", SignatureV2(c.AppID, c.APISecret, Signed{
		Operation: operation, Path: path, IdempotencyKey: key, Body: body,
	}))
	response, err := client.Do(request)
	if err != nil {
		return answer{problem: err.Error()}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{problem: "the answer is incomplete: " + err.Error()}
	}
	var read envelope
	if json.Unmarshal(text, &read) != nil {
		read = envelope{}
	}
	said := response.Header.Get("X-Svc-Error")
	if read.Response == nil {
		said = "(not from Counterfoil)"
	}
	problem := fmt.Sprintf("%d %s", response.StatusCode, said)
	return answer{response.StatusCode, response.Header, read, problem}
}

// client follows no redirects: they would lose the method or the signature.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (a answer) read(operation string, result any) error {
	failure := &Error{Status: a.status, Code: a.headers.Get("X-Svc-Error"), RequestID: a.headers.Get("X-Request-Id")}
	if a.envelope.Response == nil {
		failure.Message = fmt.Sprintf("the answer with status %d is not from Counterfoil: check the address", a.status)
		return failure
	}
	failure.Message, failure.Data = a.envelope.Message, a.envelope.Data
	if a.status != 200 || !*a.envelope.Response {
		return failure
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(a.envelope.Data, result); err != nil {
		return fmt.Errorf("%s was done, but its data do not fit the result: %w", operation, err)
	}
	return nil
}

// retryAfter returns seconds, 0 without the header.
func (a answer) retryAfter() float64 {
	seconds, _ := strconv.ParseUint(a.headers.Get("Retry-After"), 10, 24)
	return float64(seconds)
}

// jitter returns 0.5 to 1, another one in each process: math/rand does not do that before Go 1.20.
func jitter() float64 { return 0.5 + float64(time.Now().Nanosecond()%1000)/2000 }

// SignatureV1 returns the value of X-Svc-Hmac: it covers the exact bytes of the body.
func SignatureV1(appID, apiSecret string, body []byte) string {
	return appID + ":" + base64.StdEncoding.EncodeToString(mac([]byte(apiSecret), body))
}

// Signed is what a signature v2 covers. Time, Nonce and KeyID are for tests: empty ones are computed.
type Signed struct {
	Operation, Path, IdempotencyKey string
	Body                            []byte
	Time, Nonce, KeyID              string
}

// SignatureV2 returns the value of X-Svc-Signature. Each request needs a new one, also a repeat.
func SignatureV2(appID, apiSecret string, signed Signed) string {
	timestamp := orDefault(signed.Time, strconv.FormatInt(time.Now().Unix(), 10))
	nonce := orDefault(signed.Nonce, randomHex())
	keyID := orDefault(signed.KeyID, hex.EncodeToString(derive(apiSecret, "svc-v2-kid")[:8]))
	digest := sha256.Sum256(signed.Body)
	lines := strings.Join([]string{"SVC2-HMAC-SHA256", appID, keyID, timestamp, nonce, signed.IdempotencyKey, "POST",
		signed.Path, signed.Operation, hex.EncodeToString(digest[:])}, "\n")
	signature := base64.StdEncoding.EncodeToString(mac(derive(apiSecret, "svc-v2"), []byte(lines)))
	return fmt.Sprintf("v2;kid=%s;ts=%s;nonce=%s;sig=%s", keyID, timestamp, nonce, signature)
}

// derive returns 32 bytes of HKDF-SHA-256 (RFC 5869) with the salt counterfoil.
func derive(apiSecret, info string) []byte {
	return mac(mac([]byte("counterfoil"), []byte(apiSecret)), []byte(info+"\x01"))
}

func mac(key, text []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(text)
	return hash.Sum(nil)
}

func randomHex() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return hex.EncodeToString(random)
}

func orDefault[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

// checkVectors compares what this file signs with the vectors of the service, and returns whether all agree.
func checkVectors(file string) (bool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	var read struct{ Vectors []map[string]string }
	if err := json.Unmarshal(text, &read); err != nil {
		return false, fmt.Errorf("not JSON: %w", err)
	}
	agreed := 0
	for _, vector := range read.Vectors {
		body, _ := base64.StdEncoding.DecodeString(vector["bodyBase64"])
		signed := SignatureV1(vector["appId"], vector["apiSecret"], body)
		if vector["header"] != "X-Svc-Hmac" {
			signed = SignatureV2(vector["appId"], vector["apiSecret"], Signed{
				vector["operation"], vector["path"], vector["idempotencyKey"], body,
				vector["timestamp"], vector["nonce"], vector["keyId"],
			})
		}
		isRight := hmac.Equal([]byte(signed), []byte(vector["value"]))
		if isRight == (vector["valid"] == "yes") {
			agreed++
		} else {
			fmt.Printf("differs: %s\n", vector["name"])
		}
	}
	fmt.Printf("%d of %d vectors agree\n", agreed, len(read.Vectors))
	return agreed > 0 && agreed == len(read.Vectors), nil
}

func run(arguments []string) (int, error) {
	if len(arguments) == 2 && arguments[0] == "--vectors" {
		agree, err := checkVectors(arguments[1])
		if agree {
			return 0, nil
		}
		return 1, err
	}
	if len(arguments) == 0 || len(arguments) > 3 || strings.HasPrefix(arguments[0], "-") {
		return 1, errors.New("usage: counterfoil OPERATION [JSON [IDEMPOTENCY_KEY]] | --vectors FILE")
	}
	values, missing := [3]string{}, []string{}
	for index, name := range []string{"COUNTERFOIL_URL", "COUNTERFOIL_APP_ID", "COUNTERFOIL_API_SECRET"} {
		if values[index] = os.Getenv(name); values[index] == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return 1, fmt.Errorf("%s not set", strings.Join(missing, ", "))
	}
	seconds, err := strconv.ParseFloat(orDefault(os.Getenv("COUNTERFOIL_DEADLINE"), "30"), 64)
	if err != nil || !(seconds > 0 && seconds < 1e9) {
		return 1, errors.New("COUNTERFOIL_DEADLINE is not a number of seconds")
	}
	client := Client{URL: values[0], AppID: values[1], APISecret: values[2], Deadline: time.Duration(seconds * 1e9)}
	fields, key := json.RawMessage("{}"), randomHex()
	if len(arguments) > 1 {
		fields = json.RawMessage(arguments[1])
	}
	if len(arguments) > 2 {
		key = arguments[2]
	}
	if err := json.Unmarshal(fields, new(any)); err != nil {
		return 1, fmt.Errorf("not JSON: %w", err)
	}
	var data json.RawMessage
	if err := client.CallWithKey(context.Background(), arguments[0], key, fields, &data); err != nil {
		return explain(err)
	}
	fmt.Printf("%s\n", data)
	return 0, nil
}

// explain returns the exit code of a failed call, and what to print.
func explain(err error) (int, error) {
	var noAnswer *NoAnswer
	if errors.As(err, &noAnswer) {
		return 1, fmt.Errorf("%w\nRepeat it with the idempotency key %s", err, noAnswer.IdempotencyKey)
	}
	var failure *Error
	if errors.As(err, &failure) && failure.IsRefusal() {
		if len(failure.Data) > 0 && string(failure.Data) != "null" {
			err = fmt.Errorf("%w %s", err, failure.Data)
		}
		return 2, err
	}
	return 1, err
}

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
