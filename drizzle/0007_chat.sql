CREATE TABLE "chat_approval" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"user_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"tool_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"approved" boolean,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_message" (
	"thread_id" text NOT NULL,
	"id" text NOT NULL,
	"parent_id" text,
	"role" text NOT NULL,
	"parts" jsonb NOT NULL,
	"text" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', "chat_message"."text"), 'B')) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_message_thread_id_id_pk" PRIMARY KEY("thread_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_run_event" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"chunks" jsonb NOT NULL,
	CONSTRAINT "chat_run_event_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "chat_run" (
	"id" text PRIMARY KEY NOT NULL,
	"thread_id" text NOT NULL,
	"question_id" text NOT NULL,
	"wire_id" text,
	"user_id" text,
	"model" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"holder" text NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"stop_asked_at" timestamp (3) with time zone,
	"tokens" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_thread" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"owner_id" text,
	"created_by_id" text,
	"page" text NOT NULL,
	"title" text NOT NULL,
	"head_id" text,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', "chat_thread"."title"), 'A')) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "chat_thread_workspace_check" CHECK (num_nonnulls("chat_thread"."organization_id", "chat_thread"."owner_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "chat_usage" (
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "chat_usage_subject_day_pk" PRIMARY KEY("subject","day")
);
--> statement-breakpoint
ALTER TABLE "chat_approval" ADD CONSTRAINT "chat_approval_run_id_chat_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."chat_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_approval" ADD CONSTRAINT "chat_approval_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_thread_id_chat_thread_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."chat_thread"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_run_event" ADD CONSTRAINT "chat_run_event_run_id_chat_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."chat_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_run" ADD CONSTRAINT "chat_run_thread_id_chat_thread_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."chat_thread"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_run" ADD CONSTRAINT "chat_run_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_run" ADD CONSTRAINT "chat_run_thread_id_question_id_chat_message_thread_id_id_fk" FOREIGN KEY ("thread_id","question_id") REFERENCES "public"."chat_message"("thread_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_thread" ADD CONSTRAINT "chat_thread_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_thread" ADD CONSTRAINT "chat_thread_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_thread" ADD CONSTRAINT "chat_thread_created_by_id_user_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_approval_run_idx" ON "chat_approval" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "chat_message_search_idx" ON "chat_message" USING gin ("thread_id","search");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_run_running_uq" ON "chat_run" USING btree ("thread_id") WHERE "chat_run"."state" = 'running';--> statement-breakpoint
CREATE INDEX "chat_run_thread_idx" ON "chat_run" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "chat_run_ended_idx" ON "chat_run" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "chat_thread_organization_idx" ON "chat_thread" USING btree ("organization_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "chat_thread"."organization_id" is not null and "chat_thread"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "chat_thread_owner_idx" ON "chat_thread" USING btree ("owner_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "chat_thread"."owner_id" is not null and "chat_thread"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "chat_thread_deleted_idx" ON "chat_thread" USING btree ("deleted_at") WHERE "chat_thread"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_usage_day_idx" ON "chat_usage" USING btree ("day");