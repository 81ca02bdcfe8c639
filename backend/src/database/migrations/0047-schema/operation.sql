-- The table of rate-limiter-flexible: several api processes share their limits here.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Running workers update their rows. The jobs of one that has stopped are freed (jobs/heartbeats.ts).
CREATE TABLE worker_heartbeats (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- When each scheduled job was last enqueued (decision 0053).
CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  enqueued_at timestamptz NOT NULL DEFAULT now()
);

-- The oldest program that works with this schema (decision 0054).
CREATE TABLE schema_compatibility (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  oldest_program bigint NOT NULL
);
COMMENT ON COLUMN schema_compatibility.oldest_program IS
  'A program whose newest migration has a smaller timestamp does not work with this schema. Set by migrations that remove what a former version needs.';
INSERT INTO schema_compatibility (oldest_program) VALUES (1763700000001);
