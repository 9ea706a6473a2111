// What set-up says, on stderr: stdout belongs to the command that is run.

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** An end that the person can do something about: its lines say what. */
export class SetUpError extends Error {
  /** @param {...string} lines */
  constructor(...lines) {
    super(lines.join('\n'))
  }
}

/**
 * Runs a script's body: a SetUpError ends it with its lines and code 1, anything else is a bug and keeps its stack.
 * @param {() => Promise<number>} body gives the exit code
 */
export async function main(body) {
  try {
    process.exitCode = await body()
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
