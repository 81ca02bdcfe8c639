ALTER TABLE admin_acts RENAME TO audit_events;
ALTER TABLE audit_events RENAME COLUMN act TO event;
ALTER TABLE audit_events RENAME CONSTRAINT admin_acts_pkey TO audit_events_pkey;
ALTER TABLE audit_events RENAME CONSTRAINT admin_acts_admin_id_fkey TO audit_events_admin_id_fkey;
ALTER TABLE audit_events RENAME CONSTRAINT admin_acts_target_id_fkey TO audit_events_target_id_fkey;
ALTER TABLE audit_events RENAME CONSTRAINT admin_acts_act_check TO audit_events_event_check;
ALTER TABLE audit_events RENAME CONSTRAINT admin_acts_check TO audit_events_check;
ALTER TABLE audit_events RENAME CONSTRAINT admin_acts_target TO audit_events_target;
ALTER SEQUENCE admin_acts_seq_seq RENAME TO audit_events_seq_seq;
ALTER INDEX admin_acts_on_user RENAME TO audit_events_on_user;
ALTER INDEX admin_acts_by_time RENAME TO audit_events_by_time;
ALTER INDEX admin_acts_retried_once RENAME TO audit_events_retried_once;

ALTER TABLE bot_delivered_pictures RENAME TO bot_delivered_screenshots;
ALTER TABLE bot_delivered_screenshots RENAME CONSTRAINT bot_delivered_pictures_pkey TO bot_delivered_screenshots_pkey;
ALTER TABLE bot_delivered_screenshots
  RENAME CONSTRAINT bot_delivered_pictures_posting_id_fkey TO bot_delivered_screenshots_posting_id_fkey;

ALTER TABLE bot_picture_requests RENAME TO bot_screenshot_requests;
ALTER TABLE bot_screenshot_requests RENAME CONSTRAINT bot_picture_requests_pkey TO bot_screenshot_requests_pkey;
ALTER TABLE bot_screenshot_requests
  RENAME CONSTRAINT bot_picture_requests_assistant_id_fkey TO bot_screenshot_requests_assistant_id_fkey;

ALTER INDEX page_postings_of_picture RENAME TO page_postings_of_screenshot;

CREATE VIEW admin_acts AS SELECT id, seq, admin_id, target_id, event AS act, details, at FROM audit_events;
CREATE VIEW bot_delivered_pictures AS SELECT posting_id FROM bot_delivered_screenshots;
CREATE VIEW bot_picture_requests AS SELECT assistant_id, requested_at FROM bot_screenshot_requests;
