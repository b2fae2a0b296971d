ALTER TABLE "mail" ADD COLUMN "attachments" jsonb;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "is_forgotten" boolean DEFAULT false NOT NULL;