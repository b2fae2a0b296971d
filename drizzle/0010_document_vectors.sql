CREATE TABLE "document_vector" (
	"document_id" text NOT NULL,
	"position" integer NOT NULL,
	"organization_id" text,
	"owner_id" text,
	"model" text NOT NULL,
	"vector" real[] NOT NULL,
	"signs" bit varying NOT NULL,
	CONSTRAINT "document_vector_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "document_vector_workspace_check" CHECK (num_nonnulls("document_vector"."organization_id", "document_vector"."owner_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "document_vector" ADD CONSTRAINT "document_vector_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_vector" ADD CONSTRAINT "document_vector_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_vector" ADD CONSTRAINT "document_vector_chunk_fk" FOREIGN KEY ("document_id","position") REFERENCES "public"."document_chunk"("document_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_vector_organization_idx" ON "document_vector" USING btree ("organization_id","model") WHERE "document_vector"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX "document_vector_owner_idx" ON "document_vector" USING btree ("owner_id","model") WHERE "document_vector"."owner_id" is not null;--> statement-breakpoint
-- Every question reads the signs of a workspace: they stay in the row with all that is short, and the numbers, which hardly compress, move out of it.
ALTER TABLE "document_vector" ALTER COLUMN "signs" SET STORAGE PLAIN;--> statement-breakpoint
ALTER TABLE "document_vector" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "document_vector" SET (toast_tuple_target = 1024);
