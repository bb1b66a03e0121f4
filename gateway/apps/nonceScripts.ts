/**
 * Takes nonces of a window for an owner. Returns the indexes of those that another owner has, or nothing if the window is
 * forgotten. A command whose answer got lost can be sent again: nonces that it took the first time have its own owner. KEYS:
 * the floor, the windows, the window of the nonces, and its neighbours. ARGV: the owner, the number of the window, the nonces.
 */
export const takeScript = `
if tonumber(ARGV[2]) < tonumber(redis.call('GET', KEYS[1]) or 0) then return false end
local owner = ARGV[1]
local reused, fresh = {}, {}
local owners = {}
for k = 3, #KEYS do
  if redis.call('EXISTS', KEYS[k]) == 1 then owners[#owners + 1] = redis.call('HMGET', KEYS[k], unpack(ARGV, 3)) end
end
for i = 1, #ARGV - 2 do
  local known = false
  for k = 1, #owners do known = known or owners[k][i] end
  if not known then
    fresh[#fresh + 1] = ARGV[i + 2]
    fresh[#fresh + 1] = owner
  elseif known ~= owner then
    reused[#reused + 1] = i - 1
  end
end
if #fresh > 0 then
  redis.call('HSET', KEYS[3], unpack(fresh))
  redis.call('SADD', KEYS[2], ARGV[2])
end
return reused`;

/**
 * Removes windows. No signature from before the floor is accepted any more, whatever the clocks say later. KEYS: the floor, the
 * windows, the removed windows. ARGV: the new floor, the numbers of the removed windows.
 */
export const forgetScript = `
if tonumber(ARGV[1]) > tonumber(redis.call('GET', KEYS[1]) or 0) then redis.call('SET', KEYS[1], ARGV[1]) end
redis.call('UNLINK', unpack(KEYS, 3))
redis.call('SREM', KEYS[2], unpack(ARGV, 2))`;
