/**
 * The dice, derived once more: what `app/engine/dice.py` does, by the browser's own cryptography.
 *
 * Roll i for a purpose comes from HMAC-SHA256(seed, "match|nonce,nonce|i|purpose") with rejection sampling; further
 * blocks append |1, |2 … tests/vectors/dice.json proves that both sides agree.
 */
const text = new TextEncoder();

export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  if (hex.length % 2 !== 0 || /[^0-9a-f]/iu.test(hex)) throw new RangeError('not hexadecimal');
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether this page may use the browser's cryptography (https or localhost). */
export const canVerify = (): boolean => typeof globalThis.crypto !== 'undefined' && (globalThis.crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** What was published before the first roll. */
export async function commitmentOf(seed: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)));
}

export const messageOf = (match: string, nonces: readonly string[], index: number, purpose: string): string => `${match}|${nonces.join(',')}|${index}|${purpose}`;

/** The seed, ready to derive rolls. */
export async function keyOf(seed: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

class Stream {
  #key: CryptoKey;
  #message: string;
  #block = 0;
  #at = 0;
  #bytes: Uint8Array | null = null;

  constructor(key: CryptoKey, message: string) {
    this.#key = key;
    this.#message = message;
  }

  async #next(): Promise<number> {
    if (this.#bytes === null || this.#at === this.#bytes.length) {
      const message = this.#bytes === null ? this.#message : `${this.#message}|${(this.#block += 1)}`;
      this.#bytes = new Uint8Array(await crypto.subtle.sign('HMAC', this.#key, text.encode(message)));
      this.#at = 0;
    }
    return this.#bytes[this.#at++] ?? 0;
  }

  /** A uniform number 0…limit-1. */
  async below(limit: number): Promise<number> {
    const fair = 256 - (256 % limit);
    for (;;) {
      const byte = await this.#next();
      if (byte < fair) return byte % limit;
    }
  }
}

/** Faces 1…sides of one roll. */
export async function deriveRoll(key: CryptoKey, message: string, count: number, sides: number): Promise<number[]> {
  if (!(count >= 0 && count <= 1000 && sides >= 2 && sides <= 256)) throw new RangeError(`cannot throw ${count} dice of ${sides} sides`);
  const stream = new Stream(key, message);
  const faces: number[] = [];
  for (let i = 0; i < count; i += 1) faces.push((await stream.below(sides)) + 1);
  return faces;
}

/** The permutation of one shuffle: Fisher–Yates from the last place down. */
export async function deriveShuffle(key: CryptoKey, message: string, count: number): Promise<number[]> {
  if (!(count >= 0 && count <= 256)) throw new RangeError(`cannot shuffle ${count} things`);
  const order = Array.from({ length: count }, (_, i) => i);
  const stream = new Stream(key, message);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = await stream.below(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}
