/**
 * Bytes of a text that grows at its end. There is room behind them, so that most of what is added copies nothing of what was there;
 * and what was given out stays as it is, because more is written behind it.
 */
export class GrowingText {
  readonly #mostRoom: number;
  #room: Buffer = Buffer.alloc(0);
  #length = 0;

  /** `mostRoom`: bytes up to which room is made before it is needed. */
  constructor(mostRoom: number) {
    this.#mostRoom = mostRoom;
  }

  /** Gives back all of it. */
  add(text: string): Buffer {
    const length = this.#length + Buffer.byteLength(text);
    if (length > this.#room.byteLength) {
      const room = Buffer.allocUnsafe(Math.max(length, Math.min(2 * this.#room.byteLength, this.#mostRoom)));
      this.#room.copy(room, 0, 0, this.#length);
      this.#room = room;
    }
    this.#room.write(text, this.#length);
    this.#length = length;
    return this.#room.subarray(0, length);
  }
}
