/** A client of the Wenlu service: questions, marking, essays, readings, plans, portraits and maps of what is known. */
module wenlu.client {
    requires transitive java.net.http;

    exports wenlu.client;
    exports wenlu.client.errors;
    exports wenlu.client.models;
}
