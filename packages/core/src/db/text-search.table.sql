-- Lets one index hold a workspace's id beside words. Comes with every PostgreSQL; the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- A text as people look for it: without case and accents, in one Unicode form.
CREATE OR REPLACE FUNCTION "fold_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN normalize(translate(replace(replace(replace(replace(
	regexp_replace(normalize(lower(normalize("value", NFKC) COLLATE "und-x-icu"), NFKD), '[\u0300-\u036f]+', '', 'g'),
	'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłıħ‘’ʼ´`', 'oddlih'''''''''''), NFKC);--> statement-breakpoint
-- Its words, split at every sign, then those with signs inside once more without them: INV-2024 is inv, 2024, inv2024.
CREATE OR REPLACE FUNCTION "search_words"("value" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT regexp_replace("folded", '[^[:alnum:]]+', ' ', 'g') || coalesce((
		SELECT string_agg(' ' || regexp_replace("found"[1], '[^[:alnum:]]+', '', 'g'), '')
		FROM regexp_matches("folded", '[[:alnum:]]+(?:[^[:alnum:][:space:]]+[[:alnum:]]+)+', 'g') AS "found"
	), '')
	FROM (SELECT fold_text("value") COLLATE "und-x-icu" AS "folded") AS "one"
);
