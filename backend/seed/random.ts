/** Pseudo-random numbers that are the same for the same seed (sfc32, which is small and fast). */
export class Random {
  private a: number;
  private b = 0x9e3779b9;
  private c = 0x243f6a88;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    for (let n = 0; n < 16; n++) this.bits();
  }

  /** 32 random bits as a signed integer. */
  private bits(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return sum;
  }

  /** A number from 0 to below 1. */
  share(): number {
    return (this.bits() >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.share() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  /** An integer near the median, sometimes several times as large. */
  around(median: number): number {
    return Math.round(median * Math.exp((this.share() + this.share() + this.share() - 1.5) * 1.4));
  }

  uuid(): string {
    const hex = [this.bits(), this.bits(), this.bits(), this.bits()]
      .map((bits) => (bits >>> 0).toString(16).padStart(8, '0'))
      .join('');
    const variant = '89ab'[this.int(0, 3)];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
