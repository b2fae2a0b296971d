ALTER TABLE "user" ADD COLUMN "security_stamp" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "proved_elsewhere" boolean DEFAULT false NOT NULL;