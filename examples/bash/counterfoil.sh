#!/usr/bin/env bash
# A client of Counterfoil in one file: Bash 4.4 or newer, curl, and OpenSSL 1.1 or newer.
#
#   export COUNTERFOIL_URL=http://127.0.0.1:8080 COUNTERFOIL_APP_ID=app_… COUNTERFOIL_API_SECRET=…
#   ./counterfoil.sh article.create '{"article_title":"Coffee beans"}'             # prints the answer
#   ./counterfoil.sh article.create '{"article_title":"Coffee beans"}' coffee-1    # with an idempotency key of your own
#   ./counterfoil.sh --sign article.create '{"article_title":"Coffee beans"}'      # prints headers, for `curl -H @-`
#   ./counterfoil.sh --vectors signature-vectors.json                              # checks that this file signs as it should
#
# It repeats the call, with the same idempotency key, until COUNTERFOIL_DEADLINE seconds (30) have passed. The exit code is 0
# when the operation was done, 2 when it was refused, and 1 without an answer. The secret is in no argument of a program.
set -euo pipefail

# Bytes from hexadecimal digits, and the other way round.
bytes() { printf '%b' "$(sed 's/../\\x&/g' <<<"$1")"; }
hex() { od -An -v -tx1 | tr -d ' \n'; }
sha256() { openssl dgst -sha256 -r | cut -d ' ' -f 1; }

# hmac KEY: HMAC-SHA-256 of the standard input; key and result are hexadecimal digits (RFC 2104).
hmac() {
  local key=$1 inner='' outer='' byte i
  if ((${#key} > 128)); then key=$(bytes "$key" | sha256); fi
  while ((${#key} < 128)); do key+=00; done
  for ((i = 0; i < 128; i += 2)); do
    printf -v byte '\\x%02x' $((0x${key:i:2} ^ 0x36)) && inner+=$byte
    printf -v byte '\\x%02x' $((0x${key:i:2} ^ 0x5c)) && outer+=$byte
  done
  inner=$({ printf '%b' "$inner" && cat; } | sha256)
  { printf '%b' "$outer" && bytes "$inner"; } | sha256
}

# derive SECRET INFO: 32 bytes of HKDF-SHA-256 (RFC 5869) with the salt `counterfoil`.
derive() {
  local pseudorandom_key
  pseudorandom_key=$(printf %s "$1" | hmac "$(printf counterfoil | hex)")
  printf '%s\x01' "$2" | hmac "$pseudorandom_key"
}

# signature_v1 APP_ID SECRET, the body on standard input: the value of X-Svc-Hmac.
signature_v1() { printf '%s:%s' "$1" "$(bytes "$(hmac "$(printf %s "$2" | hex)")" | base64 | tr -d '\n')"; }

# signature_v2 APP_ID SECRET OPERATION KEY PATH TIME NONCE KEY_ID, the body on standard input: that of X-Svc-Signature.
signature_v2() {
  local digest signed
  digest=$(sha256)
  printf -v signed 'SVC2-HMAC-SHA256\n%s\n%s\n%s\n%s\n%s\nPOST\n%s\n%s\n%s' "$1" "$8" "$6" "$7" "$4" "$5" "$3" "$digest"
  signed=$(printf %s "$signed" | hmac "$(derive "$2" svc-v2)")
  printf 'v2;kid=%s;ts=%s;nonce=%s;sig=%s' "$8" "$6" "$7" "$(bytes "$signed" | base64 | tr -d '\n')"
}

fail() {
  printf '%s\n' "$1" >&2
  exit "${2:-1}"
}

# headers OPERATION BODY KEY: those that sign a request, a line each. Each request needs new ones. KEY may be empty.
headers() {
  local app=$COUNTERFOIL_APP_ID secret=$COUNTERFOIL_API_SECRET key_id
  key_id=$(derive "$secret" svc-v2-kid) && key_id=${key_id:0:16}
  printf 'X-Svc-Hmac: %s\n' "$(printf %s "$2" | signature_v1 "$app" "$secret")"
  printf 'X-Svc-Signature: %s\n' "$(printf %s "$2" |
    signature_v2 "$app" "$secret" "$1" "$3" "/api/v1/$1" "$(date +%s)" "$(openssl rand -hex 16)" "$key_id")"
  if [ -n "$3" ]; then printf 'Idempotency-Key: %s\n' "$3"; fi
}

# send OPERATION BODY KEY SECONDS: one request; sets status, and writes its answer to $folder.
send() {
  headers "$1" "$2" "$3" >"$folder/signed"
  status=$(printf %s "$2" | curl --silent --show-error --max-time "$4" --data-binary @- --dump-header "$folder/headers" \
    --output "$folder/answer" --write-out '%{http_code}' -H 'Content-Type: application/json' -H "@$folder/signed" \
    "${COUNTERFOIL_URL%/}/api/v1/$1" 2>"$folder/problem") || status=000
}

# header NAME: its value in the last answer, or nothing.
header() { { grep -i "^$1:" "$folder/headers" 2>/dev/null || true; } | head -n 1 | cut -d : -f 2- | tr -d ' \r'; }

# is_foreign: whether something else than Counterfoil answered, such as a proxy.
is_foreign() { [ -z "$(header X-Request-Id)" ] || [[ $(header Content-Type) != application/json* ]]; }

# outcome: what became of the last attempt, in a few words.
outcome() {
  if [ "$status" = 000 ]; then
    cat "$folder/problem"
  elif is_foreign; then
    echo "$status (not from Counterfoil)"
  else
    echo "$status $(header X-Svc-Error)"
  fi
}

# call OPERATION BODY KEY: repeats until there is an answer, or the deadline.
call() {
  local ends_at=$((SECONDS + ${COUNTERFOIL_DEADLINE:-30})) attempt=0 is_unknown=0 wait left
  while true; do
    left=$((ends_at - SECONDS))
    rm -f "$folder/headers" "$folder/answer"
    send "$1" "$2" "$3" $((left < 1 ? 1 : left < 15 ? left : 15))
    case $status in
      # The attempt may have run the operation, without saying so: the outcome is unknown until Counterfoil answers 200 or 409.
      000 | 500 | 502 | 504) is_unknown=1 ;;
      408 | 429 | 503) ;;
      *)
        if ((! is_unknown)) || { [[ $status = @(200|409) ]] && ! is_foreign; }; then return; fi
        fail "$1: an attempt was not answered, and the last one: $(outcome); the outcome is unknown
Repeat it with the idempotency key $3"
        ;;
    esac
    wait=$(header Retry-After)
    # Without seconds (a proxy may say a date): longer each time, up to 4 seconds, and never as long as others wait.
    [[ $wait =~ ^[1-9][0-9]{0,5}$ ]] || wait=$(printf '%d.%02d' $((attempt < 5 ? (1 << attempt) / 8 : 3)) $((RANDOM % 90 + 10)))
    ((SECONDS + ${wait%.*} >= ends_at)) && fail "$1 was not answered in time, the last time: $(outcome)
Repeat it with the idempotency key $3"
    sleep "$wait"
    attempt=$((attempt + 1))
  done
}

# check_vectors FILE: each value is a line of its own in this file, and only bodies and names have characters that JSON escapes.
check_vectors() {
  local line signed agreed=0 count=0
  local -A vector=()
  while IFS= read -r line; do
    if [[ $line =~ ^\ +\"([A-Za-z0-9]+)\":\ \"(.*)\",?$ ]]; then vector[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}; fi
    [[ $line =~ ^\ +\},?$ ]] || continue
    local -a app=("${vector[appId]}" "${vector[apiSecret]}")
    if [ "${vector[header]}" = X-Svc-Hmac ]; then
      signed=$(base64 -d <<<"${vector[bodyBase64]}" | signature_v1 "${app[@]}")
    else
      signed=$(base64 -d <<<"${vector[bodyBase64]}" | signature_v2 "${app[@]}" "${vector[operation]}" \
        "${vector[idempotencyKey]}" "${vector[path]}" "${vector[timestamp]}" "${vector[nonce]}" "${vector[keyId]}")
    fi
    count=$((count + 1))
    if [[ $([ "$signed" = "${vector[value]}" ] && echo yes || echo no) = "${vector[valid]}" ]]; then
      agreed=$((agreed + 1))
    else
      echo "differs: ${vector[name]}"
    fi
    vector=()
  done <"$1"
  echo "$agreed of $count vectors agree"
  ((count > 0 && agreed == count))
}

if [ "${1:-}" = --vectors ] && [ $# -eq 2 ]; then
  check_vectors "$2"
  exit
fi
signs=no
if [ "${1:-}" = --sign ] && [ $# -ge 3 ]; then
  signs=yes
  shift
fi
if [ $# -lt 1 ] || [ $# -gt 3 ] || [[ $1 = -* ]]; then
  fail 'usage: counterfoil.sh OPERATION [JSON [IDEMPOTENCY_KEY]] | --sign OPERATION JSON [IDEMPOTENCY_KEY] | --vectors FILE'
fi
for name in COUNTERFOIL_URL COUNTERFOIL_APP_ID COUNTERFOIL_API_SECRET; do
  [ -n "${!name:-}" ] || fail "$name not set"
done
if [ $signs = yes ]; then
  headers "$1" "$2" "${3:-}"
  exit
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -n "${3-new}" ] || fail 'the idempotency key is empty'
call "$1" "${2:-{\}}" "${3-$(openssl rand -hex 16)}"
code=$(header X-Svc-Error)
is_foreign && fail "the answer with status $status is not from Counterfoil: check the address"
[ "$status" = 200 ] || fail "$status $code: $(cat "$folder/answer")"
cat "$folder/answer" && echo
[ -z "$code" ] || fail "$code" 2
