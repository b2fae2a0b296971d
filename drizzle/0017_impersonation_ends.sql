-- Running impersonations end: their rows do not say which session began them.
DELETE FROM "session" WHERE "impersonated_by" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "impersonator_session_id" text;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonated_by_user_id_fk" FOREIGN KEY ("impersonated_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonator_session_id_session_id_fk" FOREIGN KEY ("impersonator_session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_impersonator_session_id_idx" ON "session" USING btree ("impersonator_session_id") WHERE "session"."impersonator_session_id" is not null;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonation_check" CHECK (num_nulls("session"."impersonated_by", "session"."impersonator_session_id") in (0, 2));--> statement-breakpoint
-- An impersonation may end sooner than it began with, never later: no refresh moves its end.
CREATE FUNCTION "keep_impersonation_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."expires_at" := least(NEW."expires_at", OLD."expires_at");
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "impersonation_end" BEFORE UPDATE ON "session" FOR EACH ROW
	WHEN (OLD."impersonated_by" IS NOT NULL) EXECUTE FUNCTION "keep_impersonation_end"();
