-- What people answered last, for the inbox: no scan of all that was ever asked.
CREATE INDEX "wait_answered" ON "wait" ("answered_at" DESC) WHERE "status" = 'answered' AND "kind" <> 'delay';
