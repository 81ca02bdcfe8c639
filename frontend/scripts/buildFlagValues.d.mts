export interface BuildFlagValues {
  readonly mockAuth: boolean;
  readonly botUsername: string;
}
export declare const BUILD_FLAGS_FILE: string;
export declare function readBuildFlags(env: Readonly<Record<string, string | undefined>>): BuildFlagValues;
