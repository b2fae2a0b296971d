CREATE SEQUENCE "public"."todo_version" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "todo" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"owner_id" text,
	"created_by_id" text,
	"text" text NOT NULL,
	"completed" boolean DEFAULT false NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "todo_workspace_check" CHECK (num_nonnulls("todo"."organization_id", "todo"."owner_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "todo" ADD CONSTRAINT "todo_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todo" ADD CONSTRAINT "todo_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todo" ADD CONSTRAINT "todo_created_by_id_user_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "todo_organization_idx" ON "todo" USING btree ("organization_id","version") WHERE "todo"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX "todo_owner_idx" ON "todo" USING btree ("owner_id","version") WHERE "todo"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "todo_deleted_idx" ON "todo" USING btree ("deleted_at") WHERE "todo"."deleted_at" is not null;