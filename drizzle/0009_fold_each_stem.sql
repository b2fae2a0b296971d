-- The words that a document is searched by: stems in its language, without case and accents; then those of words that
-- have accents or signs inside, as search_words writes them. Each stem is folded by itself and quoted: folding writes the
-- letter of Afrikaans ʼn as an apostrophe.
CREATE OR REPLACE FUNCTION "stemmed_words"("config" regconfig, "value" text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT "stems" || ts_delete(to_tsvector("config", search_words("signed")), tsvector_to_array("stems"))
	FROM (
		SELECT coalesce((
			SELECT string_agg(concat('''', replace(replace("stem", '\', '\\'), '''', ''''''), '''', ':' || array_to_string("positions", ',')), ' ')
			FROM unnest(to_tsvector("config", regexp_replace("plain", '[^[:alnum:]]+', ' ', 'g'))), fold_text("lexeme") AS "stem"
			WHERE "stem" <> ''
		), '')::tsvector AS "stems", coalesce((
			SELECT string_agg("word", ' ') FROM regexp_split_to_table("plain", '\s+') AS "word"
			WHERE "word" ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]|[^\x01-\x7f]' AND to_tsvector("config", "word") <> ''::tsvector
		), '') AS "signed"
		FROM (SELECT normalize("value", NFKC) COLLATE "und-x-icu" AS "plain") AS "one"
	) AS "two"
);