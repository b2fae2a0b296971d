-- The log is append-only, also for the table's owner. One exception: a transaction that names a retention
-- (RETENTION_DAYS_AUDIT) may delete older entries, but none of the last 30 days.
CREATE OR REPLACE FUNCTION "refuse_change_of_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."at" < now() - make_interval(days => greatest(30, nullif(current_setting('app.audit_retention_days', true), '')::int))
		AND nullif(current_setting('app.audit_retention_days', true), '') IS NOT NULL THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_log"();--> statement-breakpoint
CREATE TRIGGER "audit_log_no_truncate" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_log"();
