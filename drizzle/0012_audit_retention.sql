-- The one exception to append-only: a transaction that names a retention (RETENTION_DAYS_AUDIT) may delete what is older, and nothing of the last 30 days.
CREATE OR REPLACE FUNCTION "refuse_change_of_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."at" < now() - make_interval(days => greatest(30, nullif(current_setting('plinth.audit_retention_days', true), '')::int))
		AND nullif(current_setting('plinth.audit_retention_days', true), '') IS NOT NULL THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
