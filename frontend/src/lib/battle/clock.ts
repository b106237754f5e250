/** Time left of a seat now, and how it is written. The server's clock is the truth; this only counts down from its last word. */
import type { ClockState } from '../api/protocol';

/** Milliseconds left of a seat; null: this match has no clock for it. `at`: when the state arrived. */
export function leftNow(clock: ClockState | null, seat: number, at: number, now: number): number | null {
  const left = clock?.left_ms[String(seat)];
  if (clock === null || left === undefined) return null;
  return Math.max(0, clock.running.includes(seat) ? left - (now - at) : left);
}

/** "12:41", "1:02:30"; below 20 seconds with tenths: "0:07.4". */
export function written(ms: number): string {
  const total = ms < 20_000 ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  const h = Math.floor(total / 3600);
  const m = Math.floor((total % 3600) / 60);
  const s = total % 60;
  const seconds = ms < 20_000 ? s.toFixed(1).padStart(4, '0') : String(s).padStart(2, '0');
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${seconds}` : `${h > 0 ? String(m).padStart(2, '0') : m}:${seconds}`;
}
