import type { Connection, PoolClient, Submittable } from "pg";
import type { Database, Queryable } from "./database.ts";
import { toOutage } from "./to-outage.ts";

/** A prepared statement with its values as PostgreSQL reads them from text. */
export interface LaneStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** A row, column by column, as PostgreSQL writes it as text. */
export type LaneRow = readonly (string | null)[];

/**
 * A connection for what is written all the time: one statement after the other, each one commit, with nothing around it. What it
 * costs is the statement: no description of columns that are known, no conversion, one write to the socket.
 */
export interface Lane {
  /** Rejects with a `StoreUnavailableError` where the database cannot be used now. */
  send(statement: LaneStatement): Promise<readonly LaneRow[]>;
}

/** The same statements over whatever runs them, in its transaction if it has one. */
export function laneOver(target: Queryable): Lane {
  const types = { getTypeParser: () => (value: string) => value };
  return {
    async send({ text, values }) {
      const query = { text, values: [...values], rowMode: "array", types } as const;
      return (await target.query<(string | null)[]>(query)).rows;
    },
  };
}

/** Milliseconds after which a connection that has nothing to do goes back to the pool. */
const IDLE = 100;

export function createLane(database: Database): Lane {
  let client: PoolClient | undefined;
  let idling: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const giveBack = (isBroken: boolean): void => {
    client?.release(isBroken);
    client = undefined;
  };
  const send = async (statement: LaneStatement): Promise<readonly LaneRow[]> => {
    clearTimeout(idling);
    client ??= await database.connect();
    try {
      return await execute(client, statement);
    } catch (error) {
      // Whatever went wrong: what the server knows of this connection's statements is not certain any more.
      giveBack(true);
      throw toOutage(error);
    } finally {
      idling = setTimeout(() => giveBack(false), IDLE);
    }
  };
  return {
    send(statement) {
      const answer = last.then(() => send(statement));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

function execute(client: PoolClient, statement: LaneStatement): Promise<readonly LaneRow[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly LaneRow[]>();
  client.query(new PreparedStatement(statement, { resolve, reject }));
  return promise;
}

interface Outcome {
  resolve(rows: readonly LaneRow[]): void;
  reject(error: Error): void;
}

/** Statements that a connection has prepared. */
const prepared = new WeakMap<Connection, Set<string>>();

/** One execution, in the form in which `pg` takes queries of other kinds than its own. */
class PreparedStatement implements Submittable {
  /** Given by `pg`, to be called once there is an answer: until then its timer runs, and holds the values and rows. */
  callback?: () => void;
  readonly #statement: LaneStatement;
  readonly #outcome: Outcome;
  readonly #rows: LaneRow[] = [];

  constructor(statement: LaneStatement, outcome: Outcome) {
    this.#statement = statement;
    this.#outcome = outcome;
  }

  submit(connection: Connection): void {
    const { name, text, values } = this.#statement;
    const known = prepared.get(connection) ?? new Set<string>();
    prepared.set(connection, known);
    const { stream } = connection;
    stream.cork();
    if (!known.has(name)) connection.parse({ name, text, types: [] }, true);
    known.add(name);
    connection.bind({ statement: name, values: [...values] }, true);
    connection.execute({}, true);
    connection.sync();
    stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: LaneRow }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    // The rows are told of once the commit is: see `handleReadyForQuery`.
  }

  handleError(error: Error): void {
    this.callback?.();
    this.#outcome.reject(error);
  }

  handleReadyForQuery(): void {
    this.callback?.();
    this.#outcome.resolve(this.#rows);
  }
}

/** Values of a column as the text of an array. Numbers, ids and words alone: nothing in them may need quoting. */
export function toArrayText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join()}}`;
}

/** JSON texts as one: they hold no line ends of their own. Read it with `string_to_array(..., E'\n')`. */
export function toLines(texts: readonly string[]): string {
  return texts.join("\n");
}
