-- Counts users and organizations as they are created and deleted: one row for each day that a statement touches.
CREATE OR REPLACE FUNCTION "keep_tally"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "tally_change" ("subject", "day", "amount")
			SELECT TG_ARGV[0], ("created_at" AT TIME ZONE 'UTC')::date, count(*) FROM "touched" GROUP BY 2;
	ELSE
		INSERT INTO "tally_change" ("subject", "day", "amount")
			SELECT TG_ARGV[0], ("created_at" AT TIME ZONE 'UTC')::date, -count(*) FROM "touched" GROUP BY 2;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "user_came" AFTER INSERT ON "user" REFERENCING NEW TABLE AS "touched" FOR EACH STATEMENT EXECUTE FUNCTION "keep_tally"('user');--> statement-breakpoint
CREATE TRIGGER "user_went" AFTER DELETE ON "user" REFERENCING OLD TABLE AS "touched" FOR EACH STATEMENT EXECUTE FUNCTION "keep_tally"('user');--> statement-breakpoint
CREATE TRIGGER "organization_came" AFTER INSERT ON "organization" REFERENCING NEW TABLE AS "touched" FOR EACH STATEMENT EXECUTE FUNCTION "keep_tally"('organization');--> statement-breakpoint
CREATE TRIGGER "organization_went" AFTER DELETE ON "organization" REFERENCING OLD TABLE AS "touched" FOR EACH STATEMENT EXECUTE FUNCTION "keep_tally"('organization');
