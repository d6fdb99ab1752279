import { createDatabase, type Database } from "../store/database.ts";
import { createLane, type Lane } from "../store/lane.ts";
import { createPostgresWorld } from "./postgres-world.ts";
import { createTestDatabase } from "./test-database.ts";

/** A database of its own for one test file: sessions in it, and the lane that statements about them go through. */
export interface LaneWorld {
  readonly database: Database;
  readonly lane: Lane;
  readonly world: ReturnType<typeof createPostgresWorld>;
  close(): Promise<void>;
}

export async function openLaneWorld(applicationName: string): Promise<LaneWorld> {
  const place = await createTestDatabase();
  const database = createDatabase(place.url, applicationName);
  const world = createPostgresWorld(place.url);
  return {
    database,
    lane: createLane(database),
    world,
    async close() {
      await world.close();
      await database.end();
      await place.close();
    },
  };
}
