-- The log is append-only, also for the owner of the table: the trigger is off for the renaming alone.
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_append_only";--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'user.requestDeletion' WHERE "action" = 'user.requestEnd';--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'user.cancelDeletion' WHERE "action" = 'user.keep';--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'user.denyDeletion' WHERE "action" = 'user.keepUnasked';--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'session.reauthenticate' WHERE "action" = 'session.prove';--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_append_only";
