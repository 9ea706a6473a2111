// Builds the frame of a multipart/form-data upload: fields first, the file last. Pure.

export type MultipartFrame = {
  readonly contentType: string
  /** Everything before the bytes of the file. */
  readonly head: Uint8Array
  /** Everything after them. */
  readonly tail: Uint8Array
}

/**
 * The bytes around a file in a multipart body (RFC 7578), in the order that storage policies need.
 * @param boundary a text that occurs in no field and, being random, in no file
 */
export function multipartFrame(
  fields: Readonly<Record<string, string>>,
  fileContentType: string,
  boundary: string,
): MultipartFrame {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
  )
  const filePart =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n` +
    `Content-Type: ${fileContentType}\r\n\r\n`
  const encoder = new TextEncoder()
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: encoder.encode(parts.join('') + filePart),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  }
}

/** Escapes a field name as browsers do (HTML standard, "multipart/form-data encoding algorithm"). */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
