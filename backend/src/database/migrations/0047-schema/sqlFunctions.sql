-- The files of functions that were applied last, with the hashes of their texts (database/functions/applyFunctions.ts).
CREATE TABLE sql_functions (
  name text PRIMARY KEY,
  hash text NOT NULL
);
