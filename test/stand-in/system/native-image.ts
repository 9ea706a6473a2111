// The `nativeImage` module: PNG bytes and the size that their header states.
import { existsSync, readFileSync } from 'node:fs'
import type * as E from 'electron'

const PNG_SIGNATURE = 0x89504e47

export class NativeImage {
  readonly #png: Buffer

  constructor(png: Buffer) {
    this.#png = png
  }

  isEmpty(): boolean {
    return this.getSize().width === 0
  }

  /** From the IHDR chunk, which always comes first: width at byte 16, height at byte 20. */
  getSize(): E.Size {
    const isPng = this.#png.length > 24 && this.#png.readUInt32BE(0) === PNG_SIGNATURE
    if (!isPng) return { width: 0, height: 0 }
    return { width: this.#png.readUInt32BE(16), height: this.#png.readUInt32BE(20) }
  }

  getAspectRatio(): number {
    const { width, height } = this.getSize()
    return height === 0 ? 1 : width / height
  }

  /** The same picture: nothing here is ever drawn, so its scale does not matter. */
  resize(): NativeImage {
    return this
  }

  toPNG(): Buffer {
    return this.#png
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.#png.toString('base64')}`
  }

  setTemplateImage(): void {}
}

export const nativeImage = {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromPath: (path: string) => new NativeImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
  createFromBuffer: (png: Buffer) => new NativeImage(png),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.split(',')[1] ?? '', 'base64')),
}
