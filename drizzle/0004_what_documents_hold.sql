ALTER TABLE "document" ADD COLUMN "unread" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- The words that a document is searched by: stems in its language, without case and accents; then those of words that
-- have accents or signs inside, as search_words writes them.
CREATE FUNCTION "stemmed_words"("config" regconfig, "value" text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT "stems" || ts_delete(to_tsvector("config", search_words("signed")), tsvector_to_array("stems"))
	FROM (
		SELECT fold_text(to_tsvector("config", regexp_replace("plain", '[^[:alnum:]]+', ' ', 'g'))::text)::tsvector AS "stems", coalesce((
			SELECT string_agg("word", ' ') FROM regexp_split_to_table("plain", '\s+') AS "word"
			WHERE "word" ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]|[^\x01-\x7f]' AND to_tsvector("config", "word") <> ''::tsvector
		), '') AS "signed"
		FROM (SELECT normalize("value", NFKC) COLLATE "und-x-icu" AS "plain") AS "one"
	) AS "two"
);--> statement-breakpoint
UPDATE "document_chunk" SET "words" = stemmed_words(
	CASE "language" WHEN 'en' THEN 'english' WHEN 'de' THEN 'german' WHEN 'es' THEN 'spanish' WHEN 'pt' THEN 'portuguese' ELSE 'simple' END::regconfig,
	"heading" || ' ' || "text"
);
