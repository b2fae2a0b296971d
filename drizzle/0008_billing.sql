CREATE TABLE "billing_account" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"owner_id" text,
	"customer_id" text,
	"subscription_id" text,
	"item_id" text,
	"status" text,
	"plan" text,
	"currency" text,
	"interval" text,
	"amount" integer,
	"seats" integer,
	"period_end" timestamp (3) with time zone,
	"trial_end" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp (3) with time zone,
	"granted_plan" text,
	"granted_until" timestamp (3) with time zone,
	"grant_reason" text,
	"trial_told_for" text,
	"checkout_key" text,
	"checkout_for" text,
	"checkout_session_id" text,
	"checkout_url" text,
	"checkout_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_account_workspace_check" CHECK (num_nonnulls("billing_account"."organization_id", "billing_account"."owner_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text NOT NULL,
	"is_applied" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_invoice" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"number" text,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"total" integer NOT NULL,
	"paid" integer NOT NULL,
	"url" text,
	"pdf_url" text,
	"issued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_account" ADD CONSTRAINT "billing_account_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_account" ADD CONSTRAINT "billing_account_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice" ADD CONSTRAINT "billing_invoice_account_id_billing_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_account_organization_uq" ON "billing_account" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_account_owner_uq" ON "billing_account" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_account_customer_uq" ON "billing_account" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_event_created_idx" ON "billing_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "billing_invoice_account_idx" ON "billing_invoice" USING btree ("account_id","issued_at");--> statement-breakpoint
CREATE INDEX "billing_invoice_issued_idx" ON "billing_invoice" USING btree ("issued_at");