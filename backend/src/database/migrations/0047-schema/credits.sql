CREATE TABLE credit_transactions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL REFERENCES users,
  transaction_type text NOT NULL CHECK (transaction_type IN ('purchase', 'spending', 'bonus', 'admin_adjustment', 'refund')),
  amount integer NOT NULL CHECK (amount <> 0),
  balance_after integer NOT NULL CHECK (balance_after >= 0),
  description text NOT NULL,
  page_guid uuid REFERENCES pages,
  posting_id uuid REFERENCES page_postings,
  admin_id uuid REFERENCES users,
  -- A charge is refunded at most once.
  refund_of uuid UNIQUE REFERENCES credit_transactions,
  idempotency_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The refunds that the limit counts (decision 0003).
  after_submitting boolean NOT NULL DEFAULT false
);
CREATE INDEX credit_transactions_of_user ON credit_transactions (user_id, seq);
CREATE INDEX credit_transactions_after_submitting ON credit_transactions (page_guid, created_at) WHERE after_submitting;
-- Credits by day, read from the index alone.
CREATE INDEX credit_transactions_by_time ON credit_transactions (created_at) INCLUDE (transaction_type, amount, admin_id);

CREATE TABLE credit_packages (
  id text PRIMARY KEY,
  name text NOT NULL,
  price_usd numeric(10, 2) NOT NULL,
  total_credits integer NOT NULL,
  bonus_credits integer NOT NULL DEFAULT 0,
  position integer NOT NULL UNIQUE
);
INSERT INTO credit_packages (id, name, price_usd, total_credits, bonus_credits, position) VALUES
  ('mini', 'Mini', 9.99, 500, 0, 1),
  ('plus', 'Plus', 27.99, 1500, 0, 2),
  ('basic', 'Basic', 49.99, 3000, 0, 3),
  ('enterprise', 'Enterprise', 199.99, 16500, 1500, 4);
