-- A text as people look for it: without case and accents, in one Unicode form.
CREATE FUNCTION "fold_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN normalize(translate(replace(replace(replace(replace(
	regexp_replace(normalize(lower(normalize("value", NFKC) COLLATE "und-x-icu"), NFKD), '[\u0300-\u036f]+', '', 'g'),
	'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłıħ‘’ʼ´`', 'oddlih'''''''''''), NFKC);--> statement-breakpoint
-- Its words, split at every sign, then those with signs inside once more without them: INV-2024 is inv, 2024, inv2024.
CREATE FUNCTION "search_words"("value" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT regexp_replace("folded", '[^[:alnum:]]+', ' ', 'g') || coalesce((
		SELECT string_agg(' ' || regexp_replace("found"[1], '[^[:alnum:]]+', '', 'g'), '')
		FROM regexp_matches("folded", '[[:alnum:]]+(?:[^[:alnum:][:space:]]+[[:alnum:]]+)+', 'g') AS "found"
	), '')
	FROM (SELECT fold_text("value") COLLATE "und-x-icu" AS "folded") AS "one"
);--> statement-breakpoint
ALTER TABLE "chat_message" drop column "search";--> statement-breakpoint
ALTER TABLE "chat_message" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', search_words("chat_message"."text")), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_message_search_idx" ON "chat_message" USING gin ("thread_id","search");--> statement-breakpoint
ALTER TABLE "chat_thread" drop column "search";--> statement-breakpoint
ALTER TABLE "chat_thread" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', search_words("chat_thread"."title")), 'A')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "post" drop column "search";--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', search_words("post"."title")), 'A') || setweight(to_tsvector('simple', search_words("post"."content")), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "post_organization_search_idx" ON "post" USING gin ("organization_id","search") WHERE "post"."organization_id" is not null and "post"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "post_owner_search_idx" ON "post" USING gin ("owner_id","search") WHERE "post"."owner_id" is not null and "post"."deleted_at" is null;--> statement-breakpoint
DROP INDEX "user_name_idx";--> statement-breakpoint
ALTER TABLE "organization" ALTER COLUMN "name" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "user" ALTER COLUMN "name" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
CREATE INDEX "user_name_idx" ON "user" USING btree ("name","id");--> statement-breakpoint
-- Finds users by part of a name or address, where the server has pg_trgm.
DROP INDEX IF EXISTS "user_search_idx";--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT 1 FROM pg_opclass WHERE opcname = 'gin_trgm_ops') THEN
		CREATE INDEX "user_search_idx" ON "user" USING gin (((fold_text("name") || ' ' || search_words("name")) || ' ' || fold_text("email")) gin_trgm_ops);
	END IF;
END $$;
