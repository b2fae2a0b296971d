-- Finds users by part of a name or address. Without the right to create it, a search reads the whole table.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm can not be created: searching for users will be slow';
END $$;--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT 1 FROM pg_opclass WHERE opcname = 'gin_trgm_ops') THEN
		CREATE INDEX "user_search_idx" ON "user" USING gin (((fold_text("name") || ' ' || search_words("name")) || ' ' || fold_text("email")) gin_trgm_ops);
	END IF;
END $$;--> statement-breakpoint
-- Tells the open streams of every instance that a user may have lost access; they check again after the commit.
-- The channel is that of realtime/live.server.ts, the topic that of realtime/stream.server.ts.
CREATE OR REPLACE FUNCTION "announce_access"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('live_updates', 'access:' || (to_jsonb(OLD) ->> TG_ARGV[0]));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "session_ended" AFTER DELETE ON "session"
	FOR EACH ROW EXECUTE FUNCTION "announce_access"('user_id');--> statement-breakpoint
CREATE TRIGGER "session_changed" AFTER UPDATE ON "session" FOR EACH ROW
	WHEN (OLD."user_id" IS DISTINCT FROM NEW."user_id" OR OLD."token" IS DISTINCT FROM NEW."token" OR NEW."expires_at" < OLD."expires_at"
		OR OLD."active_organization_id" IS DISTINCT FROM NEW."active_organization_id")
	EXECUTE FUNCTION "announce_access"('user_id');--> statement-breakpoint
CREATE TRIGGER "member_ended" AFTER DELETE ON "member"
	FOR EACH ROW EXECUTE FUNCTION "announce_access"('user_id');--> statement-breakpoint
CREATE TRIGGER "member_changed" AFTER UPDATE ON "member" FOR EACH ROW
	WHEN (OLD."role" IS DISTINCT FROM NEW."role" OR OLD."user_id" IS DISTINCT FROM NEW."user_id"
		OR OLD."organization_id" IS DISTINCT FROM NEW."organization_id")
	EXECUTE FUNCTION "announce_access"('user_id');--> statement-breakpoint
CREATE TRIGGER "user_changed" AFTER UPDATE ON "user" FOR EACH ROW
	WHEN (OLD."role" IS DISTINCT FROM NEW."role" OR OLD."banned" IS DISTINCT FROM NEW."banned"
		OR OLD."ban_expires" IS DISTINCT FROM NEW."ban_expires" OR OLD."email_verified" IS DISTINCT FROM NEW."email_verified")
	EXECUTE FUNCTION "announce_access"('id');--> statement-breakpoint
-- An impersonation may end earlier than planned, never later: no refresh extends it.
CREATE OR REPLACE FUNCTION "keep_impersonation_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."expires_at" := least(NEW."expires_at", OLD."expires_at");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "impersonation_end" BEFORE UPDATE ON "session" FOR EACH ROW
	WHEN (OLD."impersonated_by" IS NOT NULL) EXECUTE FUNCTION "keep_impersonation_end"();
