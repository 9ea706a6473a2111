// Memory that is not left to the collector of garbage.

/** Gives the memory of an array back at once, which is empty from now on: the collector of garbage takes its time where few objects hold much. */
export function giveBack(array: Float32Array | Uint8Array): void {
  // Arrays of the engine never lie in shared memory.
  const buffer = array.buffer as ArrayBuffer
  buffer.transfer(0)
}
