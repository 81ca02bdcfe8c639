-- The superuser runs this file once, when Postgres' volume is empty. The product's role owns its database and nothing else.
-- That is enough for the migrations, because the owner of a database may create the extension pg_trgm. Test restores need CREATEDB.
\getenv password POSTGRES_PASSWORD
CREATE ROLE flyerdeck LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE flyerdeck OWNER flyerdeck;
-- Without a password the superuser cannot sign in over the network.
ALTER ROLE postgres PASSWORD NULL;
