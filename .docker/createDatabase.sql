-- Run once, by the superuser, when the volume of Postgres is empty. The product's role owns its database and nothing else;
-- the migrations need no more: pg_trgm is an extension that the owner of a database may create.
\getenv password POSTGRES_PASSWORD
CREATE ROLE flyerdeck LOGIN PASSWORD :'password';
CREATE DATABASE flyerdeck OWNER flyerdeck;
-- The password is the product's alone: nobody signs in as the superuser over the network.
ALTER ROLE postgres PASSWORD NULL;
