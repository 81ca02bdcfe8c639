-- The claim reads the queue of a page in this order: all flyers of an assistant once before their duplicates.
DROP INDEX page_postings_line;
CREATE INDEX page_postings_line ON page_postings (page_guid, queued_at, is_duplicate, sequence_order, id) WHERE status = 'pending';
