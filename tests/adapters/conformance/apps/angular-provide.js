export { provideSession } from "platform-session/angular";
