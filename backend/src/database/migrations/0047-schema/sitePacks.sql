-- Site packs are published by the operator, tried by a few pages first, and approved or withdrawn by their owners (decision 0033).
CREATE TABLE site_packs (
  version integer PRIMARY KEY CHECK (version > 0),
  pack jsonb NOT NULL,
  stage text NOT NULL DEFAULT 'canary' CHECK (stage IN ('canary', 'few', 'all', 'withdrawn')),
  published_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  withdrawn_reason text,
  -- The page whose failure withdrew it. Null when the operator did.
  withdrawn_by uuid REFERENCES pages (guid) ON DELETE SET NULL,
  CHECK ((stage = 'withdrawn') = (withdrawn_at IS NOT NULL AND withdrawn_reason IS NOT NULL))
);
-- At most one pack is being rolled out.
CREATE UNIQUE INDEX site_packs_rolling ON site_packs ((true)) WHERE stage IN ('canary', 'few');

-- The pages that try the pack that is being rolled out. Empty when none is.
CREATE TABLE site_pack_pages (
  page_guid uuid PRIMARY KEY REFERENCES pages (guid) ON DELETE CASCADE,
  version integer NOT NULL REFERENCES site_packs (version) ON DELETE CASCADE,
  -- The stage in which the page was chosen.
  stage text NOT NULL CHECK (stage IN ('canary', 'few'))
);
CREATE INDEX site_pack_pages_of_version ON site_pack_pages (version);

-- What a page says of a pack. refused: its probe failed. failed: a posting failed with it. posted: the page has posted with the
-- pack while it was tried.
CREATE TABLE site_pack_tries (
  version integer NOT NULL REFERENCES site_packs ON DELETE CASCADE,
  page_guid uuid NOT NULL REFERENCES pages (guid) ON DELETE CASCADE,
  outcome text NOT NULL CHECK (outcome IN ('refused', 'failed', 'posted')),
  reason text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (version, page_guid)
);
CREATE INDEX site_pack_votes ON site_pack_tries (version) WHERE outcome <> 'refused';

-- What extensions report when they do not find an element. Kept for 30 days.
CREATE TABLE structure_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  page_guid uuid NOT NULL REFERENCES pages (guid) ON DELETE CASCADE,
  posting_id uuid REFERENCES page_postings (id) ON DELETE CASCADE,
  site_pack_version integer NOT NULL,
  what text NOT NULL CHECK (what IN ('probe', 'post')),
  missing text[] NOT NULL,
  structure text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX structure_reports_of_page ON structure_reports (page_guid, created_at);
CREATE INDEX structure_reports_of_posting ON structure_reports (posting_id) WHERE posting_id IS NOT NULL;
CREATE INDEX structure_reports_by_time ON structure_reports (created_at);
