import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the bot was told, what it has to say, and what makes it speak. Decision record 0009 tells why so. */
export class Bot1763700000004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru'));

-- Kept before it is acknowledged: a crash loses none, and a redelivered one meets its own key.
CREATE TABLE bot_updates (
  update_id bigint PRIMARY KEY,
  body jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz
);
CREATE INDEX bot_updates_unhandled ON bot_updates (received_at) WHERE handled_at IS NULL;
CREATE INDEX bot_updates_by_age ON bot_updates (handled_at) WHERE handled_at IS NOT NULL;

-- A picture that somebody sent. The parts of an album arrive as messages of their own and meet here.
CREATE TABLE bot_flyer_parts (
  update_id bigint PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  chat_id text NOT NULL,
  album text NOT NULL,
  message_id bigint NOT NULL,
  caption text NOT NULL,
  -- Null: no picture at all.
  file_id text,
  file_size bigint,
  outcome text CHECK (outcome IN ('added', 'refused')),
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bot_flyer_parts_of_album ON bot_flyer_parts (chat_id, album, message_id);
CREATE INDEX bot_flyer_parts_waiting ON bot_flyer_parts (received_at) WHERE outcome IS NULL;

-- What the bot has to say, in the order of ids within a chat.
CREATE TABLE bot_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chat_id text NOT NULL,
  payload jsonb NOT NULL,
  -- Said once, however often its reason is found.
  dedupe_key text UNIQUE,
  -- 'sending' is written before Telegram is called: found later, nobody knows whether Telegram has it.
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

-- Whose picture has been handed to its owner: a second finish brings only the new ones.
CREATE TABLE bot_delivered_pictures (
  posting_id uuid PRIMARY KEY REFERENCES page_postings
);

-- "Process screenshots and notify bot", until it is answered.
CREATE TABLE bot_picture_requests (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  requested_at timestamptz NOT NULL DEFAULT now()
);

-- One row as long as what it tells of lasts: that is what keeps an alert from being told twice.
CREATE TABLE bot_alerts (
  kind text NOT NULL CHECK (kind IN ('out_of_credits', 'page_offline')),
  subject_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  noticed_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  PRIMARY KEY (kind, subject_id)
);

-- Is anything of an assistant left to do? Asked whenever one of its postings ends.
CREATE INDEX page_postings_unfinished ON page_postings (assistant_id) WHERE status IN ('pending', 'posting', 'posted');

CREATE FUNCTION enqueue_picture_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_finished boolean := false;
BEGIN
  -- Thousands of postings may end in one transaction; the job is needed once.
  IF current_setting('flyerdeck.delivery_enqueued', true) = NEW.assistant_id::text THEN
    RETURN NULL;
  END IF;
  IF NEW.status <> OLD.status THEN
    -- Two last postings that end at the same moment don't see each other; taking turns, the second sees the first.
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.assistant_id::text, 4));
    is_finished := NOT EXISTS (
      SELECT FROM page_postings WHERE assistant_id = NEW.assistant_id AND status IN ('pending', 'posting', 'posted')
    );
  END IF;
  IF NOT is_finished AND NOT EXISTS (SELECT FROM bot_picture_requests WHERE assistant_id = NEW.assistant_id) THEN
    RETURN NULL;
  END IF;
  PERFORM graphile_worker.add_job(
    'deliver_pictures', json_build_object('assistant_id', NEW.assistant_id),
    job_key := 'delivery:' || NEW.assistant_id, priority := 5
  );
  PERFORM set_config('flyerdeck.delivery_enqueued', NEW.assistant_id::text, true);
  RETURN NULL;
END $$;
-- In the database, because a posting ends in many ways and none may be forgotten.
CREATE TRIGGER page_postings_ended AFTER UPDATE OF status, picture_file_id, screenshot_error ON page_postings
  FOR EACH ROW WHEN (
    (NEW.status IN ('completed', 'failed') AND NEW.status <> OLD.status)
    OR (NEW.status = 'completed' AND (NEW.picture_file_id, NEW.screenshot_error) IS DISTINCT FROM (OLD.picture_file_id, OLD.screenshot_error))
  )
  EXECUTE FUNCTION enqueue_picture_delivery();

CREATE FUNCTION notice_lack_of_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bot_alerts (kind, subject_id, user_id) VALUES ('out_of_credits', NEW.id, NEW.owner_id)
  ON CONFLICT (kind, subject_id) DO UPDATE SET noticed_at = now(), told_at = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER assistants_out_of_credits AFTER UPDATE OF pause_reason ON assistants
  FOR EACH ROW WHEN (NEW.pause_reason = 'insufficient_credits' AND OLD.pause_reason IS DISTINCT FROM NEW.pause_reason)
  EXECUTE FUNCTION notice_lack_of_credits();
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER assistants_out_of_credits ON assistants;
DROP TRIGGER page_postings_ended ON page_postings;
DROP FUNCTION notice_lack_of_credits, enqueue_picture_delivery;
DROP INDEX page_postings_unfinished;
DROP TABLE bot_alerts, bot_picture_requests, bot_delivered_pictures, bot_messages, bot_flyer_parts, bot_updates;
ALTER TABLE users DROP COLUMN language;
`);
  }
}
