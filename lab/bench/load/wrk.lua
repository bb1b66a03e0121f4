-- Sends the requests of a file in turn, and counts the answers that are not a success.
-- REQUESTS: the file, each request after a line that holds its length. ADDRESSES: one host:port for each thread.

local threads = {}

function setup(thread)
  local addresses = {}
  for host, port in os.getenv("ADDRESSES"):gmatch("([^:,]+):(%d+)") do
    addresses[#addresses + 1] = wrk.lookup(host, port)[1]
  end
  thread.addr = addresses[#threads % #addresses + 1]
  thread:set("number", #threads)
  threads[#threads + 1] = thread
end

local requests = {}
local at = 0
failed = 0
failure = ""

function init()
  local file = io.open(os.getenv("REQUESTS"), "rb")
  for length in function() return file:read("*l") end do
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
  at = number * 7919 % #requests -- threads begin at different places
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function response(status, _, body)
  if status == 200 and body:find('"response":true', 1, true) then return end
  failed = failed + 1
  failure = status .. " " .. body:sub(1, 200)
end

function done(summary, latency)
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  local example = lost > 0 and "connections lost or timed out" or ""
  for _, thread in ipairs(threads) do
    lost = lost + thread:get("failed")
    if thread:get("failure") ~= "" then example = thread:get("failure") end
  end
  local line = '\n{"requests":%d,"failed":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f}\n%s\n'
  local p50, p99 = latency:percentile(50) / 1000, latency:percentile(99) / 1000
  io.write(line:format(summary.requests, lost, summary.duration / 1e6, p50, p99, (example:gsub("%c", " "))))
end
