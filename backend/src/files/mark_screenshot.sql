-- A file is a screenshot from the moment a posting refers to it, whichever code stored it.
CREATE OR REPLACE FUNCTION mark_screenshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files SET is_screenshot = true WHERE id = NEW.picture_file_id AND NOT is_screenshot;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER page_postings_got_screenshot AFTER UPDATE OF picture_file_id ON page_postings
  FOR EACH ROW WHEN (NEW.picture_file_id IS NOT NULL AND NEW.picture_file_id IS DISTINCT FROM OLD.picture_file_id)
  EXECUTE FUNCTION mark_screenshot();
