-- What a database of the folded migrations lacks, besides the table of the functions' hashes.
-- The constraint was added NOT VALID.
ALTER TABLE pages VALIDATE CONSTRAINT pages_health_check;
