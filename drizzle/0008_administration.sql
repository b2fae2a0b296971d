CREATE TABLE "account_deletion" (
	"user_id" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"undo_digest" text NOT NULL,
	CONSTRAINT "account_deletion_undo_digest_unique" UNIQUE("undo_digest")
);
--> statement-breakpoint
CREATE TABLE "user_preference" (
	"user_id" text PRIMARY KEY NOT NULL,
	"display" text,
	"muted_mails" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure" (
	"name" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally" (
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "tally_subject_day_pk" PRIMARY KEY("subject","day")
);
--> statement-breakpoint
CREATE TABLE "tally_change" (
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_deletion" ADD CONSTRAINT "account_deletion_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preference" ADD CONSTRAINT "user_preference_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_deletion_ends_at_idx" ON "account_deletion" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "tally_change_idx" ON "tally_change" USING btree ("subject","day");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "session_impersonated_by_idx" ON "session" USING btree ("impersonated_by") WHERE "session"."impersonated_by" is not null;--> statement-breakpoint
CREATE INDEX "user_created_at_idx" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_name_idx" ON "user" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "user_admin_idx" ON "user" USING btree ("created_at","id") WHERE "user"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "user_banned_idx" ON "user" USING btree ("created_at","id") WHERE "user"."banned";--> statement-breakpoint
CREATE INDEX "user_unverified_idx" ON "user" USING btree ("created_at","id") WHERE not "user"."email_verified";--> statement-breakpoint
CREATE INDEX "mail_unsent_idx" ON "mail" USING btree ("failed_at") WHERE "mail"."sent_at" is null;--> statement-breakpoint
-- Part of a name or an address is found by its trigrams. Comes with every PostgreSQL and may be created by the database's owner; where it may not,
-- a search reads the table in the order of the list, which is right and slower.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm can not be created: searching for people will be slow';
END $$;--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT 1 FROM pg_opclass WHERE opcname = 'gin_trgm_ops') THEN
		CREATE INDEX "user_search_idx" ON "user" USING gin ((lower("name") || ' ' || lower("email")) gin_trgm_ops);
	END IF;
END $$;--> statement-breakpoint
-- Counts whatever comes and goes, however it does: one row for each day that a statement touches.
CREATE FUNCTION "keep_tally"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "organization_went" AFTER DELETE ON "organization" REFERENCING OLD TABLE AS "touched" FOR EACH STATEMENT EXECUTE FUNCTION "keep_tally"('organization');--> statement-breakpoint
INSERT INTO "tally" ("subject", "day", "amount")
	SELECT 'user', ("created_at" AT TIME ZONE 'UTC')::date, count(*) FROM "user" GROUP BY 2
	UNION ALL SELECT 'organization', ("created_at" AT TIME ZONE 'UTC')::date, count(*) FROM "organization" GROUP BY 2;--> statement-breakpoint
-- The log is appended to and nothing else, by whoever: triggers fire for the owner of the table too.
CREATE FUNCTION "refuse_change_of_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_log"();--> statement-breakpoint
CREATE TRIGGER "audit_log_no_truncate" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_log"();
