-- The user of the health checks in haproxy.cfg: it can only sign in. Run this on one node, as an administrator.
CREATE USER haproxy@'10.0.0.%';
