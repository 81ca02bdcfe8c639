-- Screenshots are made in turns of their owners.
CREATE OR REPLACE FUNCTION set_screenshot_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT owner_id INTO NEW.owner_id FROM page_postings WHERE id = NEW.posting_id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER pending_screenshots_owner BEFORE INSERT ON pending_screenshots
  FOR EACH ROW WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION set_screenshot_owner();
