-- Whatever takes access from a user, and by whichever way, tells the open streams of every instance: they look again when it
-- commits. The channel is that of src/core/realtime/live.server.ts, the topic that of src/core/realtime/stream.server.ts.
CREATE FUNCTION "announce_access"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('plinth_live', 'access:' || (to_jsonb(OLD) ->> TG_ARGV[0]));
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
	EXECUTE FUNCTION "announce_access"('id');
