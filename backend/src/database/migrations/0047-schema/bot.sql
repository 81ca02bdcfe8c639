-- Updates of Telegram, stored before they are acknowledged: a crash loses none, and a redelivered one has the same key (decision 0009).
CREATE TABLE bot_updates (
  update_id bigint PRIMARY KEY,
  body jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz
);
CREATE INDEX bot_updates_unhandled ON bot_updates (received_at) WHERE handled_at IS NULL;
CREATE INDEX bot_updates_by_age ON bot_updates (handled_at) WHERE handled_at IS NOT NULL;

-- A picture that somebody sent. The parts of an album arrive as separate messages and are collected here.
CREATE TABLE bot_flyer_parts (
  update_id bigint PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  chat_id text NOT NULL,
  album text NOT NULL,
  message_id bigint NOT NULL,
  caption text NOT NULL,
  -- Null: no picture.
  file_id text,
  file_size bigint,
  outcome text CHECK (outcome IN ('added', 'refused')),
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bot_flyer_parts_of_album ON bot_flyer_parts (chat_id, album, message_id);
CREATE INDEX bot_flyer_parts_waiting ON bot_flyer_parts (received_at) WHERE outcome IS NULL;

-- The outbox: messages that the bot sends, in the order of ids within a chat.
CREATE TABLE bot_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chat_id text NOT NULL,
  payload jsonb NOT NULL,
  -- Sent once, however often its reason is found.
  dedupe_key text UNIQUE,
  -- 'sending' is written before Telegram is called. Found later, it is not known whether Telegram has the message.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'given_up')),
  tries integer NOT NULL DEFAULT 0,
  send_after timestamptz NOT NULL DEFAULT now(),
  -- It may have arrived more than once: an earlier try ended without an answer.
  in_doubt boolean NOT NULL DEFAULT false,
  telegram_message_ids bigint[] NOT NULL DEFAULT '{}',
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((ended_at IS NOT NULL) = (state IN ('sent', 'given_up')))
);
CREATE INDEX bot_messages_unsent ON bot_messages (chat_id, id) WHERE state IN ('waiting', 'sending');
CREATE INDEX bot_messages_ended ON bot_messages (ended_at) WHERE ended_at IS NOT NULL;

-- Postings whose screenshot was delivered to the owner: a later delivery sends only the new ones.
CREATE TABLE bot_delivered_pictures (
  posting_id uuid PRIMARY KEY REFERENCES page_postings
);

-- "Process screenshots and notify bot", until it is answered.
CREATE TABLE bot_picture_requests (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  requested_at timestamptz NOT NULL DEFAULT now()
);

-- One row as long as its cause lasts, so that an alert is not sent twice.
CREATE TABLE bot_alerts (
  kind text NOT NULL CHECK (kind IN ('out_of_credits', 'page_offline')),
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  PRIMARY KEY (kind, subject_id)
);
